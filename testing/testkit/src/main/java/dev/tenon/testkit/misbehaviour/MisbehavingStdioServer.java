package dev.tenon.testkit.misbehaviour;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.json.Json;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A misbehaving server as a program. Its arguments are a {@link ProtocolEra} and the name of a {@link Misbehaviour}, or
 * "none".
 */
public final class MisbehavingStdioServer {
    private final MisbehavingServer server;
    private final OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 64 << 10);
    private final ReentrantLock writeLock = new ReentrantLock();
    private final ExecutorService scripts = Executors.newCachedThreadPool();

    private MisbehavingStdioServer(MisbehavingServer server) {
        this.server = server;
    }

    /** Returns the command that starts it. */
    public static List<String> command(ProtocolEra era, String misbehaviour) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String surefireClassPath = System.getProperty("surefire.test.class.path");
        String classPath = surefireClassPath == null
                ? System.getProperty("java.class.path")
                : surefireClassPath + File.pathSeparator;
        return List.of(
                java,
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                MisbehavingStdioServer.class.getName(),
                era.name(),
                misbehaviour);
    }

    /** Serves until the end of the input. */
    public static void main(String[] args) {
        try {
            MisbehavingServer server =
                    new MisbehavingServer(ProtocolEra.valueOf(args[0]), Misbehaviour.findByName(args[1]));
            new MisbehavingStdioServer(server).serve();
        } catch (Throwable e) {
            exit(e);
        }
        Runtime.getRuntime().halt(0);
    }

    private void serve() throws IOException {
        ReceivedRequest start = new ReceivedRequest(server.era(), MisbehavingServer.START, null, Json.EMPTY_OBJECT);
        server.respond(start, new LineOutput(start));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            ReceivedRequest request = ReceivedRequest.tryParse(server.era(), Json.parse(line));
            if (request != null) {
                serve(request);
            }
        }
    }

    private void serve(ReceivedRequest request) throws IOException {
        LineOutput lines = new LineOutput(request);
        if (server.misbehaviourFor(request) == null) {
            server.respond(request, lines);
        } else {
            scripts.execute(() -> runScript(request, lines));
        }
    }

    private void runScript(ReceivedRequest request, LineOutput lines) {
        try {
            server.respond(request, lines);
        } catch (Throwable e) {
            exit(e);
        }
    }

    /** Ends the process. If only the failing thread ended, the process would stay alive without responding. */
    private static void exit(Throwable cause) {
        System.err.println(cause);
        Runtime.getRuntime().halt(1);
    }

    /** Writes messages as lines; the lock is held until the end of a message, so that messages are not interleaved. */
    private final class LineOutput implements MessageOutput {
        private final ReceivedRequest request;

        LineOutput(ReceivedRequest request) {
            this.request = request;
        }

        @Override
        public void writeBytes(byte[] part) throws IOException {
            if (!writeLock.isHeldByCurrentThread()) {
                writeLock.lock();
            }
            out.write(part);
            out.flush();
        }

        @Override
        public void endMessage() throws IOException {
            writeBytes(new byte[] {'\n'});
            writeLock.unlock();
        }

        @Override
        public void disconnect() {
            System.err.println("I give up");
            Runtime.getRuntime().halt(9);
        }

        @Override
        public void respondCorrectly() throws IOException {
            if (request.id() != null) {
                writeMessage(Objects.requireNonNull(WellBehavedServer.respond(request)));
            }
        }

        @Override
        public void writeHttpResponse(String response) {
            throw new UnsupportedOperationException("Supported over HTTP only");
        }

        @Override
        public void writeEvents(String raw) {
            throw new UnsupportedOperationException("Supported over HTTP only");
        }
    }
}
