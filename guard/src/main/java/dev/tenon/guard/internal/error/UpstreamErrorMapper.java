package dev.tenon.guard.internal.error;

import static dev.tenon.guard.internal.log.GuardLog.LOG;

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
import org.slf4j.event.Level;

/**
 * Maps failures of an upstream server to errors for the client: the kind of failure, without internal details, which
 * are logged.
 *
 * @param upstream the name of the upstream server
 */
public record UpstreamErrorMapper(String upstream) {
    private static final String UNREACHABLE =
            "The upstream server cannot be reached, or the connection was lost; try again later";
    private static final String FAILED = "The upstream server failed";
    private static final int MAX_CHARS = 500;

    /**
     * Returns the error for a failed connection attempt. The server's own message is only logged, as it is meant for
     * the guard.
     */
    public RpcException toConnectError(McpClientException e) {
        LOG.warn("Could not connect to upstream: upstream={}, cause={}", upstream, redactedMessage(e));
        return new RpcException(ErrorCode.INTERNAL_ERROR, UNREACHABLE);
    }

    /** Returns the error for a client of the given revision. */
    public RpcException toClientError(McpClientException e, Method<?, ?> method, Json params, Revision clientRevision) {
        if (e instanceof ServerErrorException serverError) {
            return new RpcException(mapServerError(serverError, method, params, clientRevision));
        }
        if (e instanceof NotSupportedException) {
            log(Level.DEBUG, "The upstream does not support this method", method, e);
            return new RpcException(KnownMethods.methodNotFoundError(method.name()));
        }
        if (e instanceof TooManyCallsException) {
            String text =
                    "Busy: too many requests wait for the upstream server (limit: ClientLimits.calls); try again later";
            return new RpcException(ErrorCode.BUSY, text);
        }
        if (e instanceof CircuitOpenException open) {
            log(Level.DEBUG, "Call rejected", method, e);
            return new RpcException(new RpcError(ErrorCode.INTERNAL_ERROR, String.valueOf(open.getMessage()))
                    .withData(Map.of("retryAfter", open.retryAfterSeconds())));
        }
        if (e instanceof CallCancelledException) {
            log(Level.DEBUG, "Call cancelled", method, e);
        } else {
            log(Level.WARN, "Call failed", method, e);
        }
        return new RpcException(ErrorCode.INTERNAL_ERROR, messageFor(e));
    }

    private void log(Level level, String what, Method<?, ?> method, McpClientException e) {
        String methodName = escapedMethodName(method);
        LOG.atLevel(level).log("{}: upstream={}, method={}, cause={}", what, upstream, methodName, redactedMessage(e));
    }

    private static String messageFor(McpClientException e) {
        if (e instanceof CallTimeoutException) {
            return "The upstream server did not respond in time";
        }
        if (e instanceof AuthorizationException) {
            return "The guard has no valid credentials for the upstream server";
        }
        if (e instanceof HttpStatusException http && (http.status() == 401 || http.status() == 403)) {
            return "The upstream server rejected the guard's credentials";
        }
        if (e instanceof ConnectionFailedException) {
            return UNREACHABLE;
        }
        return e instanceof InvalidResponseException ? "The upstream server sent an invalid response" : FAILED;
    }

    private RpcError mapServerError(ServerErrorException e, Method<?, ?> method, Json params, Revision clientRevision) {
        if (method.equals(Methods.READ_RESOURCE) && ResourceNotFoundErrors.matches(e.code(), e.data())) {
            return ResourceNotFoundErrors.create(clientRevision, params.get("uri"));
        }
        if (e.code() == ErrorCode.HEADER_MISMATCH || e.code() == ErrorCode.UNSUPPORTED_PROTOCOL_VERSION) {
            log(Level.WARN, "The upstream rejected the guard's own headers or version", method, e);
            return new RpcError(ErrorCode.INTERNAL_ERROR, FAILED);
        }
        return hideInternals(new RpcError(mapCode(e, method, clientRevision), e.serverMessage(), e.data()), method);
    }

    /** Removes implementation details of the upstream from an error and logs them instead. */
    private RpcError hideInternals(RpcError error, Method<?, ?> method) {
        boolean inData = ImplementationDetailDetector.detects(error.data());
        boolean inMessage = ImplementationDetailDetector.detects(error.message());
        if (!inData && !inMessage) {
            return error;
        }
        String text = "Call failed: upstream={}, method={}, cause={}, data={}";
        String cause = Excerpts.quote(SecretDetector.COMMON.redact(error.message()));
        String data = Excerpts.escapeInvisible(SecretDetector.COMMON.redact(String.valueOf(error.data())), MAX_CHARS);
        LOG.warn(text, upstream, escapedMethodName(method), cause, data);
        return new RpcError(error.code(), inMessage ? FAILED : error.message(), inData ? null : error.data());
    }

    /** Returns the message of a failure for the log, with secrets redacted. */
    public static String redactedMessage(Throwable problem) {
        return SecretDetector.COMMON.redact(String.valueOf(problem.getMessage()));
    }

    /** Returns a method name for the log, escaped because the peer can choose it. */
    private static String escapedMethodName(Method<?, ?> method) {
        return Excerpts.escapeInvisible(method.name(), MAX_CHARS);
    }

    /**
     * Returns the code for the client. The legacy code is reserved for resources, and only 2026-07-28 has a code for an
     * undeclared capability.
     */
    private static int mapCode(ServerErrorException e, Method<?, ?> method, Revision clientRevision) {
        if (e.code() == ResourceNotFoundErrors.LEGACY_CODE && !method.equals(Methods.SUBSCRIBE)) {
            return ErrorCode.INVALID_PARAMS; // The specification reserves it for resources.
        }
        Json data = e.data();
        boolean namesCapabilities = data != null && data.get("requiredCapabilities") != null;
        if (clientRevision.isStateless() && e.code() == ErrorCode.INVALID_PARAMS && namesCapabilities) {
            return ErrorCode.MISSING_CLIENT_CAPABILITY;
        }
        boolean unknownToClient = !clientRevision.isStateless() && e.code() == ErrorCode.MISSING_CLIENT_CAPABILITY;
        return unknownToClient ? ErrorCode.INVALID_PARAMS : e.code();
    }
}
