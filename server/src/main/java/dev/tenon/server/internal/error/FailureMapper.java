package dev.tenon.server.internal.error;

import dev.tenon.codec.ParamsException;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.call.ClientInputException;
import dev.tenon.server.call.InputDeclinedException;
import dev.tenon.server.feature.NoSuchResourceException;
import dev.tenon.server.internal.limit.NamedTimeout;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maps failures to errors for the client. Details of unexpected failures are logged only. */
public final class FailureMapper {
    private FailureMapper() {}

    /**
     * A failure as an error of the protocol.
     *
     * @param incident the id under which the exception is logged, or null
     */
    public record MappedFailure(RpcError error, @Nullable String incident) {}

    public static MappedFailure mapAndLogUnexpected(Throwable failure, String where) {
        if (failure instanceof RpcException rpc) {
            return new MappedFailure(rpc.error(), null);
        }
        if (failure instanceof ParamsException params) {
            return withoutIncident(ErrorCode.INVALID_PARAMS, "Invalid params: " + params.getMessage());
        }
        if (failure instanceof NoSuchResourceException missing) {
            return new MappedFailure(
                    new RpcError(ErrorCode.INVALID_PARAMS, "Resource not found").withData(Map.of("uri", missing.uri())),
                    null);
        }
        if (failure instanceof ClientInputException || failure instanceof InputDeclinedException) {
            return withoutIncident(ErrorCode.INTERNAL_ERROR, String.valueOf(failure.getMessage()));
        }
        String incident = IncidentLog.log(where, failure);
        return new MappedFailure(IncidentLog.toError(incident), incident);
    }

    public static MappedFailure timeoutFailure(NamedTimeout exceeded) {
        return withoutIncident(ErrorCode.INTERNAL_ERROR, "Internal error: not finished within " + exceeded);
    }

    public static MappedFailure shutdownFailure() {
        return withoutIncident(
                ErrorCode.INTERNAL_ERROR, "Internal error: the server was shut down before this request was finished");
    }

    private static MappedFailure withoutIncident(int code, String message) {
        return new MappedFailure(new RpcError(code, message), null);
    }
}
