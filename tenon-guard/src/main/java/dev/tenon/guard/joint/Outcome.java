package dev.tenon.guard.joint;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import org.jspecify.annotations.Nullable;

/**
 * What came of the work of one member.
 *
 * @param value the result, or null when there is none
 * @param problem why there is none, or null
 */
record Outcome<T>(Seat seat, @Nullable T value, @Nullable Exception problem) {
    /** Whether it does not offer what was wanted at all, which is no trouble. */
    boolean isNotOffered() {
        return problem instanceof GoneException || isNotOffered(problem);
    }

    static boolean isNotOffered(@Nullable Exception problem) {
        return problem instanceof RpcException e && e.error().code() == ErrorCode.METHOD_NOT_FOUND;
    }
}
