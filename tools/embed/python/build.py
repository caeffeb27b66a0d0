"""The build of this package for pip, which needs nothing else: the library is
compiled already, so a wheel is its files."""

import base64
import hashlib
import os
import sysconfig
import zipfile

NAME, VERSION = "@NAME@", "@VERSION@"
HERE = os.path.dirname(os.path.abspath(__file__))
METADATA = "Metadata-Version: 2.1\nName: %s\nVersion: %s\nRequires-Dist: numpy\n" % (NAME, VERSION)


def build_wheel(directory, config_settings=None, metadata_directory=None):
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    tag = "py3-none-" + platform
    info = "%s-%s.dist-info/" % (NAME, VERSION)
    files = {NAME + "/" + name: os.path.join(HERE, NAME, name) for name in sorted(os.listdir(os.path.join(HERE, NAME)))}
    contents = {}
    for name, path in files.items():
        if os.path.isfile(path):
            with open(path, "rb") as f:
                contents[name] = f.read()
    contents[info + "METADATA"] = METADATA.encode()
    contents[info + "WHEEL"] = ("Wheel-Version: 1.0\nGenerator: nessiec\nRoot-Is-Purelib: false\nTag: %s\n" % tag).encode()
    record = "".join("%s,sha256=%s,%d\n" % (name, _hash(data), len(data)) for name, data in contents.items())
    contents[info + "RECORD"] = (record + info + "RECORD,,\n").encode()
    wheel = "%s-%s-%s.whl" % (NAME, VERSION, tag)
    with zipfile.ZipFile(os.path.join(directory, wheel), "w", zipfile.ZIP_DEFLATED) as z:
        for name, data in contents.items():
            z.writestr(name, data)
    return wheel


def _hash(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
