package dev.tenon.client.internal.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.JsonLimits;
import dev.tenon.jsonrpc.MessageReadResult;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.Response;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Creates the exceptions for failed HTTP exchanges. */
public final class HttpExceptions {
    private static final MessageReader READER = new MessageReader(JsonLimits.DEFAULT, 1);
    private static final int MAX_EXCERPT_CHARS = 200;

    private HttpExceptions() {}

    /** Returns the exception for a response with an error status and this body. */
    public static ConnectionFailedException forStatus(int status, byte[] body) {
        if (READER.read(body) instanceof MessageReadResult.ValidMessage valid
                && valid.message() instanceof Response.Failure failure) {
            return new HttpRpcErrorException(status, failure.error());
        }
        return new HttpStatusException(status, formatExcerpt(body));
    }

    /** Returns the exception for an exchange without a response. */
    public static McpClientException forFailure(String server, @Nullable Throwable cause) {
        if (cause instanceof McpClientException known) {
            return known;
        }
        if (cause instanceof HttpConnectTimeoutException) {
            return new ConnectionFailedException(server + " did not accept the connection in time", cause);
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

    /**
     * Formats the beginning of a body that is not a protocol message, for a person: one line, without invisible
     * characters.
     */
    public static String formatExcerpt(byte[] bytes) {
        // A character has at most four bytes.
        String text = new String(bytes, 0, Math.min(bytes.length, 8 * MAX_EXCERPT_CHARS), UTF_8);
        return Excerpts.escapeInvisible(text.replaceAll("\\s+", " ").strip(), MAX_EXCERPT_CHARS);
    }

    private static String messageOf(@Nullable Throwable cause) {
        String message = cause == null ? null : cause.getMessage();
        return message == null ? "no reason given" : formatExcerpt(message.getBytes(UTF_8));
    }
}
