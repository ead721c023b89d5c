package dev.tenon.guard.internal.error;

import dev.tenon.client.error.CallCancelledException;
import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.client.error.TooManyCallsException;
import dev.tenon.codec.KnownMethods;
import dev.tenon.guard.content.SecretDetector;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import dev.tenon.oauth.client.AuthorizationException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The errors for the client in front when this upstream fails: the kind of failure, without internal details. The log
 * has those.
 *
 * @param upstream the name of the server behind
 */
public record UpstreamErrorMapper(String upstream) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");
    private static final String UNREACHABLE =
            "The server behind this guard cannot be reached, or was lost; try again later";
    private static final String FAILED = "The server behind this guard failed";
    private static final int MAX_CHARS = 500;

    /** The error when a server answers, and no connection comes of it: what it says then is for the guard. */
    public RpcException toConnectError(McpClientException e) {
        LOG.warn("Could not connect: upstream={}, cause={}", upstream, redactedMessage(e));
        return new RpcException(ErrorCode.INTERNAL_ERROR, UNREACHABLE);
    }

    /** The error for a client of that revision. */
    public RpcException toClientError(McpClientException e, Method<?, ?> method, Json params, Revision front) {
        if (e instanceof ServerErrorException answered) {
            return new RpcException(mapServerError(answered, method, params, front));
        }
        if (e instanceof NotSupportedException) {
            log(Level.DEBUG, "The upstream does not offer it", method, e);
            return new RpcException(KnownMethods.methodNotFoundError(method.name()));
        }
        if (e instanceof TooManyCallsException) {
            return new RpcException(
                    ErrorCode.BUSY,
                    "Busy: too many requests wait for the server behind this guard (limit: ClientLimits.calls); try again later");
        }
        if (e instanceof CircuitOpenException left) {
            log(Level.DEBUG, "A call was refused", method, e);
            return new RpcException(new RpcError(ErrorCode.INTERNAL_ERROR, String.valueOf(left.getMessage()))
                    .withData(Map.of("retryAfter", left.retryAfterSeconds())));
        }
        if (e instanceof CallCancelledException) {
            log(Level.DEBUG, "A call was cancelled", method, e);
        } else {
            log(Level.WARN, "A call failed", method, e);
        }
        return new RpcException(ErrorCode.INTERNAL_ERROR, messageFor(e));
    }

    private void log(Level level, String what, Method<?, ?> method, McpClientException e) {
        LOG.atLevel(level)
                .log("{}: upstream={}, method={}, cause={}", what, upstream, visibleName(method), redactedMessage(e));
    }

    private static String messageFor(McpClientException e) {
        if (e instanceof CallTimeoutException) {
            return "The server behind this guard did not answer in time";
        }
        if (e instanceof AuthorizationException) {
            return "The guard has no valid credentials for the server behind it";
        }
        if (e instanceof HttpStatusException refused && (refused.status() == 401 || refused.status() == 403)) {
            return "The server behind this guard does not let the guard in";
        }
        if (e instanceof ConnectionFailedException) {
            return UNREACHABLE;
        }
        return e instanceof InvalidResponseException ? "The server behind this guard sent an invalid response" : FAILED;
    }

    private RpcError mapServerError(ServerErrorException e, Method<?, ?> method, Json params, Revision front) {
        if (method.equals(Methods.READ_RESOURCE) && ResourceNotFoundErrors.matches(e.code(), e.data())) {
            return ResourceNotFoundErrors.create(front, params.get("uri"));
        }
        if (e.code() == ErrorCode.HEADER_MISMATCH || e.code() == ErrorCode.UNSUPPORTED_PROTOCOL_VERSION) {
            log(Level.WARN, "The upstream rejected the guard's own headers or version", method, e);
            return new RpcError(ErrorCode.INTERNAL_ERROR, FAILED);
        }
        return hideInternals(new RpcError(mapCode(e, method, front), e.serverMessage(), e.data()), method);
    }

    /** The client in front learns what failed, and nothing of how the server is built. */
    private RpcError hideInternals(RpcError error, Method<?, ?> method) {
        boolean inData = StackTraceDetector.detects(error.data());
        boolean inMessage = StackTraceDetector.detects(error.message());
        if (!inData && !inMessage) {
            return error;
        }
        LOG.warn(
                "A call failed: upstream={}, method={}, cause={}, data={}",
                upstream,
                visibleName(method),
                Excerpts.quote(SecretDetector.COMMON.redact(error.message())),
                Excerpts.escapeInvisible(SecretDetector.COMMON.redact(String.valueOf(error.data())), MAX_CHARS));
        return new RpcError(error.code(), inMessage ? FAILED : error.message(), inData ? null : error.data());
    }

    /** The message of a failure for the log: a server may have written secrets in it. */
    public static String redactedMessage(Throwable problem) {
        return SecretDetector.COMMON.redact(String.valueOf(problem.getMessage()));
    }

    /** A method for the log: a peer may choose its name. */
    private static String visibleName(Method<?, ?> method) {
        return Excerpts.escapeInvisible(method.name(), MAX_CHARS);
    }

    /**
     * The code for the client in front. The older code for a missing resource stays with resources. An undeclared
     * capability has its own code in 2026-07-28 only.
     */
    private static int mapCode(ServerErrorException e, Method<?, ?> method, Revision front) {
        if (e.code() == ResourceNotFoundErrors.LEGACY_CODE && !method.equals(Methods.SUBSCRIBE)) {
            return ErrorCode.INVALID_PARAMS; // It is for resources, and has never been for anything else.
        }
        Json data = e.data();
        boolean saysWhich = data != null && data.get("requiredCapabilities") != null;
        if (front.isStateless() && e.code() == ErrorCode.INVALID_PARAMS && saysWhich) {
            return ErrorCode.MISSING_CLIENT_CAPABILITY;
        }
        boolean unknownInFront = !front.isStateless() && e.code() == ErrorCode.MISSING_CLIENT_CAPABILITY;
        return unknownInFront ? ErrorCode.INVALID_PARAMS : e.code();
    }
}
