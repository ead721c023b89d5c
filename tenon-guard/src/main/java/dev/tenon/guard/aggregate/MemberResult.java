package dev.tenon.guard.aggregate;

import dev.tenon.codec.KnownMethods;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of the work of one member.
 *
 * @param value the result, or null when there is none
 * @param problem why there is none, or null
 */
record MemberResult<T>(
        MemberState member, @Nullable T value, @Nullable Exception problem) {
    /** Whether it does not offer what was wanted at all, which is no trouble. */
    boolean isUnsupported() {
        return problem instanceof MemberRemovedException
                || problem instanceof RpcException e && e.error().code() == ErrorCode.METHOD_NOT_FOUND;
    }

    /** Throws the {@link #problem} when none of the members that were asked answered. */
    static void requireAnySuccess(Method<?, ?> method, List<? extends MemberResult<?>> outcomes) throws Exception {
        if (!outcomes.isEmpty() && outcomes.stream().allMatch(outcome -> outcome.value() == null)) {
            throw problem(method, outcomes);
        }
    }

    /**
     * What the client is told when no member answered: the problem of the first that has any. It is a {@link
     * MemberRemovedException} when a member was replaced meanwhile.
     */
    static Exception problem(Method<?, ?> method, List<? extends MemberResult<?>> outcomes) {
        for (MemberResult<?> outcome : outcomes) {
            if (outcome.problem() instanceof MemberRemovedException gone) {
                return gone;
            }
        }
        for (MemberResult<?> outcome : outcomes) {
            Exception problem = outcome.problem();
            if (problem != null && (outcomes.size() == 1 || !outcome.isUnsupported())) {
                return problem;
            }
        }
        return new RpcException(KnownMethods.methodNotFoundError(method.name()));
    }
}
