package dev.tenon.client.internal.transport.http;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.json.JsonLimits;
import dev.tenon.jsonrpc.InboundMessage;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.Response;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What went wrong in an HTTP exchange, as an exception that says it to a person. */
public final class HttpExceptions {
    private static final MessageReader READER = new MessageReader(JsonLimits.DEFAULT, 1);

    private HttpExceptions() {}

    /** The exception for a response that is no success, and its body. */
    public static ConnectionFailedException forStatus(int status, byte[] body) {
        if (READER.read(body) instanceof InboundMessage.ValidMessage accepted
                && accepted.message() instanceof Response.Failure failure) {
            return new HttpRpcErrorException(status, failure.error());
        }
        return new HttpStatusException(status, TextExcerpt.of(body));
    }

    /** The exception for an exchange that had no response. */
    public static McpClientException forFailure(String server, @Nullable Throwable cause) {
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
            return new ConnectionFailedException("No secure connection to " + server + ": " + messageOf(cause), cause);
        }
        return new ConnectionFailedException("The connection to " + server + " broke: " + messageOf(cause), cause);
    }

    private static String messageOf(@Nullable Throwable cause) {
        String message = cause == null ? null : cause.getMessage();
        return message == null
                ? "no reason given"
                : TextExcerpt.of(message.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
}
