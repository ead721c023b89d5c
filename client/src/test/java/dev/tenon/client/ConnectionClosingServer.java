package dev.tenon.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.json.Json;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An HTTP server of 2026-07-28 that closes each connection after one response without announcing it. It closes at the
 * worst time: when the first byte of the next request arrives, or after 20 ms without one.
 */
final class ConnectionClosingServer implements AutoCloseable {
    private static final int CLOSE_DELAY_MS = 20;

    private final ServerSocket serverSocket;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger toolCalls = new AtomicInteger();

    ConnectionClosingServer() throws IOException {
        serverSocket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    ServerTarget target() {
        return ServerTarget.http("http://127.0.0.1:" + serverSocket.getLocalPort() + "/mcp");
    }

    /** Returns how many tool calls it has executed. */
    int countToolCalls() {
        return toolCalls.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = serverSocket.accept();
                threads.execute(() -> serve(connection));
            }
        } catch (IOException e) {
            // The server socket is closed.
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            InputStream in = new BufferedInputStream(connection.getInputStream());
            int length = 0;
            for (String line = readLine(in); !line.isEmpty(); line = readLine(in)) {
                if (line.startsWith("content-length:")) {
                    length = Integer.parseInt(line.substring(15).trim());
                }
            }
            byte[] response = createResponse(Json.parse(new String(in.readNBytes(length), UTF_8)));
            connection.getOutputStream().write(response);
            connection.setSoTimeout(CLOSE_DELAY_MS);
            in.read();
        } catch (IOException e) {
            // There was no further request, or the client has disconnected.
        }
    }

    private byte[] createResponse(Json request) {
        String method = String.valueOf(request.get("method").string());
        String result =
                switch (method) {
                    case "server/discover" ->
                        "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
                                + "\"capabilities\":{\"tools\":{}},\"ttlMs\":0,\"cacheScope\":\"private\"}";
                    case "tools/list" ->
                        "{\"resultType\":\"complete\",\"tools\":[{\"name\":\"add\",\"inputSchema\":"
                                + "{\"type\":\"object\"}}],\"ttlMs\":60000,\"cacheScope\":\"private\"}";
                    default -> {
                        toolCalls.incrementAndGet();
                        yield "{\"resultType\":\"complete\",\"content\":[]}";
                    }
                };
        String body = "{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}";
        return ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                        + body)
                .getBytes(UTF_8);
    }

    private static String readLine(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
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
