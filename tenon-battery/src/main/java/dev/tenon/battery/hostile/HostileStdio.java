package dev.tenon.battery.hostile;

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

/** A hostile server as a program of its own. Its arguments: an {@link Era}, and the name of a {@link Misbehaviour} or "none". */
public final class HostileStdio {
    private final HostileServer server;
    private final OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 64 << 10);
    private final ReentrantLock writing = new ReentrantLock();
    private final ExecutorService scripts = Executors.newCachedThreadPool();

    private HostileStdio(HostileServer server) {
        this.server = server;
    }

    /** The command that starts it. */
    public static List<String> command(Era era, String misbehaviour) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String fromSurefire = System.getProperty("surefire.test.class.path");
        String classPath =
                fromSurefire == null ? System.getProperty("java.class.path") : fromSurefire + File.pathSeparator;
        return List.of(
                java,
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                HostileStdio.class.getName(),
                era.name(),
                misbehaviour);
    }

    /** Serves until its input ends. */
    public static void main(String[] args) {
        try {
            HostileServer server = new HostileServer(Era.valueOf(args[0]), Misbehaviour.named(args[1]));
            new HostileStdio(server).serve();
        } catch (Throwable e) {
            end(e);
        }
        Runtime.getRuntime().halt(0);
    }

    private void serve() throws IOException {
        Got start = new Got(server.era(), HostileServer.START, null, Json.EMPTY_OBJECT);
        server.answer(start, new Lines(start));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Got got = Got.of(server.era(), Json.parse(line));
            if (got != null) {
                serve(got);
            }
        }
    }

    private void serve(Got got) throws IOException {
        Lines lines = new Lines(got);
        if (server.misbehaviour(got) == null) {
            server.answer(got, lines);
        } else {
            scripts.execute(() -> play(got, lines));
        }
    }

    private void play(Got got, Lines lines) {
        try {
            server.answer(got, lines);
        } catch (Throwable e) {
            end(e);
        }
    }

    /** Ends the process. A thread that ended alone would leave one that lives, and answers nothing. */
    private static void end(Throwable why) {
        System.err.println(why);
        Runtime.getRuntime().halt(1);
    }

    /** Messages as lines; what is written between two ends is not mixed with anything. */
    private final class Lines implements Out {
        private final Got got;

        Lines(Got got) {
            this.got = got;
        }

        @Override
        public void bytes(byte[] piece) throws IOException {
            if (!writing.isHeldByCurrentThread()) {
                writing.lock();
            }
            out.write(piece);
            out.flush();
        }

        @Override
        public void end() throws IOException {
            bytes(new byte[] {'\n'});
            writing.unlock();
        }

        @Override
        public void cut() {
            System.err.println("I give up");
            Runtime.getRuntime().halt(9);
        }

        @Override
        public void good() throws IOException {
            if (got.id() != null) {
                message(Objects.requireNonNull(GoodServer.answer(got)));
            }
        }

        @Override
        public void http(String answer) {
            throw new UnsupportedOperationException("Only over HTTP");
        }

        @Override
        public void events(String raw) {
            throw new UnsupportedOperationException("Only over HTTP");
        }
    }
}
