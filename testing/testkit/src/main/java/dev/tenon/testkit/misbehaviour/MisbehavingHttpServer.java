package dev.tenon.testkit.misbehaviour;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.json.Json;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A misbehaving server over Streamable HTTP: with a session in the legacy era, stateless in the newest. */
public final class MisbehavingHttpServer implements AutoCloseable {
    private final MisbehavingServer server;
    private final ServerSocket serverSocket;
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final AtomicInteger restarts = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Starts a server with a misbehaviour, or without one if it is null. */
    public MisbehavingHttpServer(ProtocolEra era, @Nullable Misbehaviour misbehaviour) throws IOException {
        server = new MisbehavingServer(era, misbehaviour);
        serverSocket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::acceptConnections);
    }

    /** Returns the URL of the endpoint. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + serverSocket.getLocalPort() + "/mcp");
    }

    /** Forgets all sessions and sets another misbehaviour. */
    public void restart(Misbehaviour misbehaviour) {
        restarts.incrementAndGet();
        server.setMisbehaviour(misbehaviour);
    }

    private String sessionId() {
        return "s-" + restarts.get();
    }

    /** Removes the misbehaviour; requests can still name one. */
    public void resetMisbehaviour() {
        server.setMisbehaviour(null);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        closeQuietly(serverSocket);
        connections.forEach(MisbehavingHttpServer::closeQuietly);
    }

    private static void closeQuietly(Closeable socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // The socket is being discarded in any case.
        }
    }

    private void acceptConnections() {
        try {
            while (!serverSocket.isClosed()) {
                Socket connection = serverSocket.accept();
                connections.add(connection);
                threads.execute(() -> serveConnection(connection));
            }
        } catch (IOException e) {
            // The server is closed.
        }
    }

    private void serveConnection(Socket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(connection.getInputStream());
            OutputStream out = new BufferedOutputStream(connection.getOutputStream(), 8 << 10);
            ReceivedHttpRequest request = ReceivedHttpRequest.read(in);
            while (request != null) {
                respond(request, out);
                request = ReceivedHttpRequest.read(in);
            }
        } catch (IOException e) {
            // The client disconnected, or the script ended the connection.
        } finally {
            connections.remove(connection);
        }
    }

    private void respond(ReceivedHttpRequest request, OutputStream out) throws IOException {
        switch (request.method()) {
            case "POST" -> handlePost(request, out);
            case "DELETE" -> writeStatus(out, "200 OK");
            default -> writeStatus(out, "405 Method Not Allowed");
        }
    }

    private void handlePost(ReceivedHttpRequest request, OutputStream out) throws IOException {
        ReceivedRequest message = ReceivedRequest.tryParse(server.era(), Json.parse(new String(request.body(), UTF_8)));
        boolean needsSession =
                server.era() == ProtocolEra.LEGACY && (message == null || !message.isMethod("initialize"));
        if (needsSession && !sessionId().equals(request.headers().get("mcp-session-id"))) {
            boolean hasStaleSession = request.headers().containsKey("mcp-session-id");
            writeStatus(out, hasStaleSession ? "404 Not Found" : "400 Bad Request");
        } else if (message == null || message.id() == null) {
            writeStatus(out, "202 Accepted");
        } else {
            respond(message, out);
        }
    }

    private void respond(ReceivedRequest message, OutputStream out) throws IOException {
        Misbehaviour misbehaviour = server.misbehaviourFor(message);
        String header = message.isMethod("initialize") && server.era() == ProtocolEra.LEGACY
                ? "Mcp-Session-Id: " + sessionId() + "\r\n"
                : "";
        HttpMessageOutput output = new HttpMessageOutput(message, isSingleMessage(message, misbehaviour), header, out);
        server.respond(message, output);
        output.finish();
    }

    private static boolean isSingleMessage(ReceivedRequest message, @Nullable Misbehaviour misbehaviour) {
        return misbehaviour == null ? !message.hasText("name", "become") : misbehaviour.isSingleMessage();
    }

    private static void writeStatus(OutputStream out, String status) throws IOException {
        out.write(("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n").getBytes(UTF_8));
        out.flush();
    }
}
