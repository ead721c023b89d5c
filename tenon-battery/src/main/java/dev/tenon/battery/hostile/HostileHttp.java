package dev.tenon.battery.hostile;

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

/** A hostile server over Streamable HTTP: in the older era with a session, in the newest without. */
public final class HostileHttp implements AutoCloseable {
    private final HostileServer server;
    private final ServerSocket listening;
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final AtomicInteger restarts = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** One that has this misbehaviour, or none. */
    public HostileHttp(Era era, @Nullable Misbehaviour misbehaviour) throws IOException {
        server = new HostileServer(era, misbehaviour);
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    /** Where it listens. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/mcp");
    }

    /** Knows nothing of its sessions any more, and has this misbehaviour from now on. */
    public void restart(Misbehaviour misbehaviour) {
        restarts.incrementAndGet();
        server.become(misbehaviour);
    }

    private String session() {
        return "s-" + restarts.get();
    }

    /** Behaves from now on, unless it is asked for something else. */
    public void behave() {
        server.become(null);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        quietly(listening);
        connections.forEach(HostileHttp::quietly);
    }

    private static void quietly(Closeable socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is over in any case.
        }
    }

    private void accept() {
        try {
            while (!listening.isClosed()) {
                Socket connection = listening.accept();
                connections.add(connection);
                threads.execute(() -> serve(connection));
            }
        } catch (IOException e) {
            // It is closed.
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(connection.getInputStream());
            OutputStream out = new BufferedOutputStream(connection.getOutputStream(), 8 << 10);
            HttpRequest request = HttpRequest.read(in);
            while (request != null) {
                answer(request, out);
                request = HttpRequest.read(in);
            }
        } catch (IOException e) {
            // The client has gone, or the script says that this is the end.
        } finally {
            connections.remove(connection);
        }
    }

    private void answer(HttpRequest request, OutputStream out) throws IOException {
        switch (request.method()) {
            case "POST" -> post(request, out);
            case "DELETE" -> status(out, "200 OK");
            default -> status(out, "405 Method Not Allowed");
        }
    }

    private void post(HttpRequest request, OutputStream out) throws IOException {
        Got got = Got.of(server.era(), Json.parse(new String(request.body(), UTF_8)));
        boolean needsSession = server.era() == Era.LEGACY && (got == null || !got.is("initialize"));
        if (needsSession && !session().equals(request.headers().get("mcp-session-id"))) {
            boolean lost = request.headers().containsKey("mcp-session-id");
            status(out, lost ? "404 Not Found" : "400 Bad Request");
        } else if (got == null || got.id() == null) {
            status(out, "202 Accepted");
        } else {
            answer(got, out);
        }
    }

    private void answer(Got got, OutputStream out) throws IOException {
        Misbehaviour bad = server.misbehaviour(got);
        String header =
                got.is("initialize") && server.era() == Era.LEGACY ? "Mcp-Session-Id: " + session() + "\r\n" : "";
        HttpOut answer = new HttpOut(got, isSingle(got, bad), header, out);
        server.answer(got, answer);
        answer.finish();
    }

    private static boolean isSingle(Got got, @Nullable Misbehaviour bad) {
        return bad == null ? !got.names("name", "become") : bad.single();
    }

    private static void status(OutputStream out, String status) throws IOException {
        out.write(("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n").getBytes(UTF_8));
        out.flush();
    }
}
