package dev.tenon.http.embedded.internal.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An HTTP server that either keeps connections, or closes each after one response without announcing it: when the first
 * byte of the next request arrives, or after 20 ms without one.
 */
final class OneResponseServer implements AutoCloseable {
    private static final int CLOSE_DELAY_MS = 20;
    private static final byte[] RESPONSE =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}".getBytes(US_ASCII);

    private final ServerSocket serverSocket;
    private final boolean keepConnections;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger requestCount = new AtomicInteger();
    private final AtomicInteger connectionCount = new AtomicInteger();

    OneResponseServer(boolean keepConnections) throws IOException {
        this.keepConnections = keepConnections;
        serverSocket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    InetSocketAddress address() {
        return (InetSocketAddress) serverSocket.getLocalSocketAddress();
    }

    /** Returns how many requests were executed. */
    int requestCount() {
        return requestCount.get();
    }

    int connectionCount() {
        return connectionCount.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = serverSocket.accept();
                connectionCount.incrementAndGet();
                threads.execute(() -> serve(connection));
            }
        } catch (IOException e) {
            // The server socket is closed.
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            InputStream in = new BufferedInputStream(connection.getInputStream());
            do {
                int length = 0;
                for (String line = readLine(in); !line.isEmpty(); line = readLine(in)) {
                    if (line.startsWith("content-length:")) {
                        length = Integer.parseInt(line.substring(15).trim());
                    }
                }
                in.readNBytes(length);
                requestCount.incrementAndGet();
                connection.getOutputStream().write(RESPONSE);
            } while (keepConnections);
            connection.setSoTimeout(CLOSE_DELAY_MS);
            in.read();
        } catch (IOException e) {
            // There was no further request, or the client has disconnected.
        }
    }

    private static String readLine(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        int b = in.read();
        if (b < 0) {
            throw new IOException("The client has disconnected");
        }
        for (; b >= 0 && b != '\n'; b = in.read()) {
            if (b != '\r') {
                line.append((char) b);
            }
        }
        return line.toString().toLowerCase(Locale.ROOT);
    }

    @Override
    public void close() throws IOException {
        serverSocket.close();
        threads.shutdownNow();
    }
}
