/* transform.h: what primitive.cu uses of Thrust's, declared. */
#ifndef CHECK_THRUST_TRANSFORM_H
#define CHECK_THRUST_TRANSFORM_H

namespace thrust {

template <typename Policy, typename InputIterator, typename OutputIterator, typename UnaryFunction>
OutputIterator transform(const Policy &exec, InputIterator first, InputIterator last, OutputIterator result, UnaryFunction op);

} // namespace thrust

#endif
