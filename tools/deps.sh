#!/usr/bin/env bash
# Installs what the tests need beyond Go: a C and C++ compiler, zlib, PoCL and
# the OpenCL headers, oclgrind, clang, Chromium, Node, NumPy, pip, libdeflate, Open MPI. Says what to install when it may not.
set -euo pipefail
packages=()
need() { # need PACKAGE TEST...: PACKAGE is missing when TEST fails
  local package=$1
  shift
  "$@" >/dev/null 2>&1 || packages+=("$package")
}
header() { [ -e "/usr/include/$1" ] || [ -e "/usr/include/$(uname -m)-linux-gnu/$1" ]; }
need gcc command -v cc
need g++ command -v g++
need zlib1g-dev header zlib.h
need opencl-headers header CL/cl.h
need ocl-icd-opencl-dev ls "/usr/lib/$(uname -m)-linux-gnu/libOpenCL.so"
need pocl-opencl-icd ls /etc/OpenCL/vendors/pocl.icd
need oclgrind command -v oclgrind
need chromium command -v chromium
need nodejs command -v node
need npm command -v npm
need clang-16 command -v clang-16
need openmpi-bin command -v mpirun
need libopenmpi-dev command -v mpicc
need libdeflate-tools command -v libdeflate-gzip
need python3-pip /usr/bin/python3 -m pip --version
need python3-numpy /usr/bin/python3 -c "import numpy"
if [ ${#packages[@]} -eq 0 ]; then
  exit 0
fi
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  echo "the tests need these Debian packages: ${packages[*]}" >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
