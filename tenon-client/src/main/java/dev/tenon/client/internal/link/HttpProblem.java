package dev.tenon.client.internal.link;

import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpStatusException;
import dev.tenon.client.McpClientException;
import dev.tenon.json.JsonLimits;
import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.Response;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What went wrong in an HTTP exchange, as an exception that says it to a person. */
final class HttpProblem {
    private static final MessageReader READER = new MessageReader(JsonLimits.DEFAULT, 1);

    private HttpProblem() {}

    /** The exception for a response that is no success, and its body. */
    static ConnectionFailedException status(int status, byte[] body) {
        if (READER.read(body) instanceof Inbound.Accepted accepted
                && accepted.message() instanceof Response.Failure failure) {
            return new HttpErrorException(status, failure.error());
        }
        return new HttpStatusException(status, Excerpt.of(body));
    }

    /** The exception for an exchange that had no response. */
    static McpClientException failure(String server, @Nullable Throwable cause) {
        if (cause instanceof McpClientException known) {
            return known;
        }
        if (cause instanceof HttpConnectTimeoutException) {
            return new ConnectionFailedException(server + " does not take the connection", cause);
        }
        if (cause instanceof ConnectException) {
            boolean unknown = cause.getCause() instanceof UnresolvedAddressException
                    || cause.getCause() instanceof ConnectException inner
                            && inner.getCause() instanceof UnresolvedAddressException;
            return new ConnectionFailedException(
                    unknown ? "The host of " + server + " is not known" : server + " cannot be reached", cause);
        }
        if (cause instanceof SSLException) {
            return new ConnectionFailedException("No secure connection to " + server + ": " + text(cause), cause);
        }
        return new ConnectionFailedException("The connection to " + server + " broke: " + text(cause), cause);
    }

    private static String text(@Nullable Throwable cause) {
        String message = cause == null ? null : cause.getMessage();
        return message == null
                ? "no reason given"
                : Excerpt.of(message.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
}
