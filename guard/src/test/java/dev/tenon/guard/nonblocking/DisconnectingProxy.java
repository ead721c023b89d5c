package dev.tenon.guard.nonblocking;

import dev.tenon.guard.Conditions;
import dev.tenon.guard.IoThreadStarter;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A proxy between the guard and a server that closes connections without notice: when a test requests it, and instead
 * of a response to a request that contains {@code disconnect me}.
 */
final class DisconnectingProxy implements AutoCloseable {
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *([0-9]+)");

    private final ServerSocket serverSocket;
    private final int port;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    /** The connections whose request has no response yet; an open stream stays among them. */
    private final List<Socket> waitingConnections = new CopyOnWriteArrayList<>();

    private volatile boolean closesAfterResponse;
    private volatile boolean closed;

    DisconnectingProxy(int port) throws IOException {
        this.port = port;
        this.serverSocket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::acceptConnections);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + serverSocket.getLocalPort() + "/mcp");
    }

    /** Closes each connection after its next response, from now on. */
    void closeAfterEachResponse() {
        closesAfterResponse = true;
    }

    /** Returns how many requests with this text arrived. */
    long countRequests(String text) {
        return requests.stream().filter(request -> request.contains(text)).count();
    }

    /** Closes the proxy's side of all open connections. */
    void closeOpenConnections() {
        connections.forEach(DisconnectingProxy::shutDownOutput);
    }

    /** Waits until the guard closed its side of each connection that it could reuse. */
    void awaitNoIdleConnection() throws InterruptedException {
        Conditions.await(Duration.ofSeconds(20), () -> waitingConnections.containsAll(connections));
    }

    private static void start(IoThreadStarter.IoTask task) {
        IoThreadStarter.start("disconnecting-proxy", task);
    }

    private void acceptConnections() throws IOException {
        while (true) {
            Socket guard = serverSocket.accept();
            connections.add(guard);
            if (closed) {
                // It was accepted while the proxy closed, too late to be closed with the others.
                close(guard);
                return;
            }
            start(() -> serve(guard));
        }
    }

    private void serve(Socket guard) throws IOException {
        try (guard) {
            serveUntilClosed(guard);
        } finally {
            connections.remove(guard);
        }
    }

    private void serveUntilClosed(Socket guard) throws IOException {
        guard.setTcpNoDelay(true);
        InputStream in = new BufferedInputStream(guard.getInputStream());
        while (true) {
            String request = readRequest(in);
            requests.add(request);
            if (request.contains("disconnect me")) {
                return;
            }
            waitingConnections.add(guard);
            byte[] response = forward(request);
            waitingConnections.remove(guard);
            guard.getOutputStream().write(response);
            if (closesAfterResponse) {
                shutDownOutput(guard);
            }
        }
    }

    private static String readRequest(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("closed");
            }
            head.write(next);
        }
        String text = head.toString(StandardCharsets.ISO_8859_1);
        Matcher length = LENGTH.matcher(text);
        int size = length.find() ? Integer.parseInt(length.group(1)) : 0;
        return text + new String(in.readNBytes(size), StandardCharsets.ISO_8859_1);
    }

    private byte[] forward(String request) throws IOException {
        try (Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String requestWithClose = request.replaceFirst("\r\n", "\r\nConnection: close\r\n");
            server.getOutputStream().write(requestWithClose.getBytes(StandardCharsets.ISO_8859_1));
            String response = new String(server.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            return response.replaceFirst("(?i)connection: *close\r\n", "").getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    private static void shutDownOutput(Socket socket) {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            // It is closed already.
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed in any case.
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        serverSocket.close();
        connections.forEach(DisconnectingProxy::close);
    }
}
