package dev.tenon.http.embedded;

import java.net.BindException;
import java.net.UnknownHostException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The HTTP server could not start. The message says why and what to do. */
public final class HttpServerStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HttpServerStartException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Explains why nothing can listen at that address. */
    static HttpServerStartException forBindFailure(String host, int port, Throwable cause) {
        return new HttpServerStartException(
                "Cannot listen on " + host + ":" + port + ": " + explainBindFailure(host, cause), cause);
    }

    /** Explains that a certificate or its key is none. */
    static HttpServerStartException forTlsFailure(Throwable cause) {
        return new HttpServerStartException(
                "Cannot serve TLS with this certificate and key: " + cause.getMessage(), cause);
    }

    private static String explainBindFailure(String host, Throwable cause) {
        String said = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        if (cause instanceof UnknownHostException || said.contains("failed to resolve")) {
            return "there is no host " + host + "; give an address of this machine, such as 127.0.0.1";
        }
        if (said.contains("permission denied")) {
            return "this user may not listen there; choose a port of 1024 or above, or 0 for any";
        }
        if (said.contains("in use")) {
            return "the port is taken; stop what listens on it, or choose another, or 0 for any";
        }
        if (said.contains("cannot assign") || said.contains("can't assign")) {
            return host + " is no address of this machine; try 127.0.0.1, or 0.0.0.0 for all of its addresses";
        }
        return cause instanceof BindException ? said : cause.toString();
    }
}
