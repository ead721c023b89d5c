package dev.tenon.server.internal;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.AskFailedException;
import dev.tenon.server.DeclinedException;
import dev.tenon.server.ResourceNotFoundException;
import dev.tenon.wire.ParamsException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which error a failure is, to the client. What was not meant for it stays in the log. */
final class Failures {
    private Failures() {}

    /**
     * A failure in the words of the wire.
     *
     * @param incident the id under which the log holds the rest, or null
     */
    record Failure(RpcError error, @Nullable String incident) {}

    static Failure describe(Throwable failure, String where) {
        if (failure instanceof RpcException rpc) {
            return new Failure(rpc.error(), null);
        }
        if (failure instanceof ParamsException params) {
            return plain(ErrorCode.INVALID_PARAMS, "Invalid params: " + params.getMessage());
        }
        if (failure instanceof ResourceNotFoundException missing) {
            return new Failure(
                    new RpcError(ErrorCode.INVALID_PARAMS, "Resource not found").withData(Map.of("uri", missing.uri())),
                    null);
        }
        if (failure instanceof AskFailedException || failure instanceof DeclinedException) {
            return plain(ErrorCode.INTERNAL_ERROR, String.valueOf(failure.getMessage()));
        }
        String incident = Incidents.log(where, failure);
        return new Failure(Incidents.error(incident), incident);
    }

    static Failure timeout(TimeLimit allowed) {
        return plain(ErrorCode.INTERNAL_ERROR, "Internal error: not finished within " + allowed);
    }

    static Failure shutdown() {
        return plain(
                ErrorCode.INTERNAL_ERROR, "Internal error: the server was shut down before this request was finished");
    }

    private static Failure plain(int code, String message) {
        return new Failure(new RpcError(code, message), null);
    }
}
