package dev.tenon.http.embedded;

import java.net.BindException;
import java.net.UnknownHostException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Thrown when the HTTP server cannot start. The message says why and what to do. */
public final class HttpServerStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HttpServerStartException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Returns the exception for an address on which the server cannot listen. */
    static HttpServerStartException forBindFailure(String host, int port, Throwable cause) {
        return new HttpServerStartException(
                "Cannot listen on " + host + ":" + port + ": " + explainBindFailure(host, cause), cause);
    }

    /** Returns the exception for an invalid certificate or key. */
    static HttpServerStartException forTlsFailure(Throwable cause) {
        return new HttpServerStartException(
                "Cannot serve TLS with this certificate and key: " + cause.getMessage(), cause);
    }

    private static String explainBindFailure(String host, Throwable cause) {
        String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        if (cause instanceof UnknownHostException || message.contains("failed to resolve")) {
            return "unknown host " + host + "; use an address of this machine, such as 127.0.0.1";
        }
        if (message.contains("permission denied")) {
            return "this user may not listen there; choose a port of 1024 or above, or 0 for any";
        }
        if (message.contains("in use")) {
            return "the port is in use; stop the program that listens on it, or choose another port, or 0 for any";
        }
        if (message.contains("cannot assign") || message.contains("can't assign")) {
            return host + " is not an address of this machine; try 127.0.0.1, or 0.0.0.0 for all of its addresses";
        }
        return cause instanceof BindException ? message : cause.toString();
    }
}
