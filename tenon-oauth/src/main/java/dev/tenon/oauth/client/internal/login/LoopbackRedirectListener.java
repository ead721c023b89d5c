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
 * Waits on this machine for the person's browser to come back (RFC 8252, section 7.3). It listens on 127.0.0.1 alone,
 * reads one line of each request, and takes one answer.
 *
 * @param redirect where the browser is to come back to, with its port.
 */
public record LoopbackRedirectListener(ServerSocket socket, URI redirect) implements AutoCloseable {
    private static final int MAX_LINE_CHARS = 16 << 10;
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(2);
    private static final int BACKLOG = 16;

    /**
     * Begins to listen.
     *
     * @param wanted the redirect URI; without a port any that is free
     * @param before a port to take if it is free and none is wanted, or 0
     */
    public static LoopbackRedirectListener open(URI wanted, int before) {
        if (wanted.getPort() < 0 && before > 0) {
            try {
                return bind(wanted, before);
            } catch (IOException e) {
                // Another one will do.
            }
        }
        try {
            return bind(wanted, Math.max(wanted.getPort(), 0));
        } catch (IOException e) {
            throw new AuthorizationException(
                    "The browser cannot come back to " + wanted + ": the port is not free, or may not be used", e);
        }
    }

    private static LoopbackRedirectListener bind(URI wanted, int port) throws IOException {
        ServerSocket socket = new ServerSocket(port, BACKLOG, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
        String path = wanted.getRawPath() == null ? "" : wanted.getRawPath();
        return new LoopbackRedirectListener(
                socket, URI.create("http://" + wanted.getHost() + ":" + socket.getLocalPort() + path));
    }

    /**
     * Returns the query of the request that the browser comes back with. Other requests are answered and do not end the
     * wait: any page in any browser of this machine can send them.
     *
     * @param belongs whether a query belongs to this login
     * @param succeeds whether one that belongs to it is a success, which is what the person is told
     * @throws AuthorizationException when the browser does not come in time
     */
    public String awaitRedirect(Duration time, Predicate<String> belongs, Predicate<String> succeeds) {
        long end = System.nanoTime() + time.toNanos();
        int foreign = 0;
        while (!Thread.currentThread().isInterrupted()) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                break;
            }
            try (Socket visit = accept(left)) {
                if (visit == null) {
                    continue;
                }
                String query = readQuery(visit);
                if (query == null) {
                    LoopbackPageWriter.sendNotFound(visit);
                } else if (belongs.test(query)) {
                    LoopbackPageWriter.sendResult(visit, succeeds.test(query));
                    return query;
                } else {
                    foreign++;
                    LoopbackPageWriter.sendResult(visit, false);
                }
            } catch (IOException e) {
                // A visitor that went away.
            }
        }
        throw new AuthorizationException("Nobody has logged in within " + time.toSeconds() + " seconds"
                + (foreign == 0
                        ? ""
                        : ". " + foreign + " answers came with a state that is missing or another one, and were"
                                + " thrown away"));
    }

    private @Nullable Socket accept(long millis) throws IOException {
        // In steps, so that an interrupt is seen.
        socket.setSoTimeout((int) Math.min(millis, 250));
        try {
            Socket visit = socket.accept();
            visit.setSoTimeout((int) READ_TIMEOUT.toMillis());
            return visit;
        } catch (SocketTimeoutException e) {
            return null;
        }
    }

    /** The query of a request for the redirect URI; null of any other. */
    private @Nullable String readQuery(Socket visit) throws IOException {
        String[] words = readLine(visit.getInputStream()).split(" ", -1);
        if (words.length != 3 || !words[0].equals("GET") || !words[2].startsWith("HTTP/1.")) {
            return null;
        }
        int mark = words[1].indexOf('?');
        String path = mark < 0 ? words[1] : words[1].substring(0, mark);
        String mine = redirect.getRawPath().isEmpty() ? "/" : redirect.getRawPath();
        return path.equals(mine) && mark >= 0 ? words[1].substring(mark + 1) : null;
    }

    private static String readLine(InputStream in) throws IOException {
        long end = System.nanoTime() + READ_TIMEOUT.toNanos();
        StringBuilder line = new StringBuilder();
        byte[] one = new byte[1];
        while (line.length() < MAX_LINE_CHARS && System.nanoTime() < end && in.read(one) > 0 && one[0] != '\n') {
            line.append(new String(one, StandardCharsets.ISO_8859_1));
        }
        return line.toString().strip();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is as good as closed.
        }
    }
}
