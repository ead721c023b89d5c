package dev.tenon.oauth.client.internal.login;

import dev.tenon.oauth.client.AuthorizationException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Receives the redirect of the user's browser on this machine (RFC 8252, section 7.3). It listens on 127.0.0.1 only,
 * reads one line of each request, and accepts one response.
 *
 * @param redirect the redirect URI with the port
 */
public record LoopbackRedirectListener(ServerSocket socket, URI redirect) implements AutoCloseable {
    private static final int MAX_LINE_CHARS = 16 << 10;
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(2);
    private static final int BACKLOG = 16;

    /**
     * Starts to listen.
     *
     * @param redirectUri the configured redirect URI; without a port the listener uses a free one
     * @param preferredPort the port to use if it is free and none is configured, or 0
     */
    public static LoopbackRedirectListener open(URI redirectUri, int preferredPort) {
        if (redirectUri.getPort() < 0 && preferredPort > 0) {
            try {
                return bind(redirectUri, preferredPort);
            } catch (IOException e) {
                // Uses a free port instead.
            }
        }
        try {
            return bind(redirectUri, Math.max(redirectUri.getPort(), 0));
        } catch (IOException e) {
            throw new AuthorizationException(
                    "Cannot listen for the redirect to " + redirectUri + ": the port is in use, or not permitted", e);
        }
    }

    private static LoopbackRedirectListener bind(URI redirectUri, int port) throws IOException {
        ServerSocket socket = new ServerSocket(port, BACKLOG, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
        String path = redirectUri.getRawPath() == null ? "" : redirectUri.getRawPath();
        return new LoopbackRedirectListener(
                socket, URI.create("http://" + redirectUri.getHost() + ":" + socket.getLocalPort() + path));
    }

    /**
     * Waits for the redirect and returns its query. Other requests get a response but do not end the wait, because any
     * page in a browser on this machine can send them.
     *
     * @param belongs returns whether a query belongs to this login
     * @param succeeds returns whether a query that belongs to it is a success, which the page shows
     * @throws AuthorizationException if there is no redirect within the time limit
     */
    public String awaitRedirect(Duration timeout, Predicate<String> belongs, Predicate<String> succeeds) {
        long deadline = System.nanoTime() + timeout.toNanos();
        int ignored = 0;
        while (!Thread.currentThread().isInterrupted()) {
            long millisLeft = (deadline - System.nanoTime()) / 1_000_000;
            if (millisLeft <= 0) {
                break;
            }
            try (Socket connection = accept(millisLeft)) {
                if (connection == null) {
                    continue;
                }
                String query = readQuery(connection);
                if (query == null) {
                    LoopbackPageWriter.sendNotFound(connection);
                } else if (belongs.test(query)) {
                    LoopbackPageWriter.sendResult(connection, succeeds.test(query));
                    return query;
                } else {
                    ignored++;
                    LoopbackPageWriter.sendResult(connection, false);
                }
            } catch (IOException e) {
                // The browser closed the connection.
            }
        }
        throw new AuthorizationException("There was no login within " + timeout.toSeconds() + " seconds"
                + (ignored == 0 ? "" : ". " + ignored + " redirects with a missing or wrong state were ignored"));
    }

    private @Nullable Socket accept(long millis) throws IOException {
        // Polls, to notice an interrupt.
        socket.setSoTimeout((int) Math.min(millis, 250));
        try {
            Socket connection = socket.accept();
            connection.setSoTimeout((int) READ_TIMEOUT.toMillis());
            return connection;
        } catch (SocketTimeoutException e) {
            return null;
        }
    }

    /** Returns the query of a request for the redirect URI; null for other requests. */
    private @Nullable String readQuery(Socket connection) throws IOException {
        String[] requestLine = readLine(connection.getInputStream()).split(" ", -1);
        if (requestLine.length != 3 || !requestLine[0].equals("GET") || !requestLine[2].startsWith("HTTP/1.")) {
            return null;
        }
        String[] target = requestLine[1].split("\\?", 2);
        String expectedPath = redirect.getRawPath().isEmpty() ? "/" : redirect.getRawPath();
        return target.length == 2 && target[0].equals(expectedPath) ? target[1] : null;
    }

    private static String readLine(InputStream in) throws IOException {
        long deadline = System.nanoTime() + READ_TIMEOUT.toNanos();
        StringBuilder line = new StringBuilder();
        byte[] one = new byte[1];
        while (line.length() < MAX_LINE_CHARS && System.nanoTime() < deadline && in.read(one) > 0 && one[0] != '\n') {
            line.append(new String(one, StandardCharsets.ISO_8859_1));
        }
        return line.toString().strip();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // Nothing else can be done.
        }
    }
}
