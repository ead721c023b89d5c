package dev.tenon.guard.aggregate;

import dev.tenon.codec.KnownMethods;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a task of one member.
 *
 * @param value the result, or null if it failed
 * @param problem the failure, or null
 */
record MemberResult<T>(
        ReferenceCountedMember member,
        @Nullable T value,
        @Nullable Exception problem) {
    /**
     * Returns whether the member does not support the method, or was removed meanwhile. Neither makes the member
     * unhealthy.
     */
    boolean isUnsupportedOrRemoved() {
        return problem instanceof MemberRemovedException
                || problem instanceof RpcException e && e.error().code() == ErrorCode.METHOD_NOT_FOUND;
    }

    /** Returns the results of the members that succeeded. */
    static <T> List<T> values(List<MemberResult<T>> results) {
        return results.stream()
                .map(MemberResult::value)
                .filter(value -> value != null)
                .toList();
    }

    /** Calls the action with each member that failed, and its failure. */
    static <T> void forEachFailure(
            List<MemberResult<T>> results, BiConsumer<ReferenceCountedMember, Exception> action) {
        for (MemberResult<T> result : results) {
            if (result.problem() != null) {
                action.accept(result.member(), result.problem());
            }
        }
    }

    /** Throws the {@linkplain #selectProblem error for the client} if no member succeeded. */
    static void requireAnySuccess(Method<?, ?> method, List<? extends MemberResult<?>> results) throws Exception {
        if (!results.isEmpty() && results.stream().allMatch(result -> result.value() == null)) {
            throw selectProblem(method, results);
        }
    }

    /**
     * Returns the error for the client if no member succeeded: that of the first member with a failure, or a {@link
     * MemberRemovedException} if a member was removed meanwhile.
     */
    static Exception selectProblem(Method<?, ?> method, List<? extends MemberResult<?>> results) {
        for (MemberResult<?> result : results) {
            if (result.problem() instanceof MemberRemovedException removed) {
                return removed;
            }
        }
        for (MemberResult<?> result : results) {
            Exception problem = result.problem();
            if (problem != null && (results.size() == 1 || !result.isUnsupportedOrRemoved())) {
                return problem;
            }
        }
        return new RpcException(KnownMethods.methodNotFoundError(method.name()));
    }
}
