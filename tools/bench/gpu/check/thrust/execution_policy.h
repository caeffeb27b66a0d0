/* execution_policy.h: what primitive.cu uses of Thrust's, declared. */
#ifndef CHECK_THRUST_POLICY_H
#define CHECK_THRUST_POLICY_H

#include <cuda_runtime.h>

namespace thrust {
namespace cuda {

struct policy_on_stream {};
struct policy {
    policy_on_stream on(cudaStream_t stream) const;
};
extern const policy par_nosync;

} // namespace cuda
} // namespace thrust

#endif
