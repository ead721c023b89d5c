package dev.tenon.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.json.Json;
import dev.tenon.server.Limits;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.StdioChannel;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A server in its own process, used over its standard input and output. */
public final class Child implements AutoCloseable {
    private static final String IN_FLIGHT = "load.inFlight";
    private static final ChannelLimits PATIENT = new ChannelLimits(4 << 20, 256, 1 << 20, Duration.ofSeconds(60));

    private final Process process;
    private final DuplexChannel channel;
    private final BlockingQueue<Json> recorder = new LinkedBlockingQueue<>();
    private volatile Consumer<Json> ear = recorder::add;

    private Child(Process process) {
        this.process = process;
        this.channel = new StdioChannel(process.getInputStream(), process.getOutputStream(), PATIENT);
    }

    /** Starts a server that accepts 400 concurrent calls; the test prints its standard error. */
    static Child start() throws IOException {
        Child child = new Child(launch("-D" + IN_FLIGHT + "=400"));
        child.channel.open(child.new Ears());
        return child;
    }

    /** Starts a server whose output is not read. It accepts the default number of concurrent calls. */
    static Process launch(String... jvmOptions) throws IOException {
        return launch(Child.class, jvmOptions);
    }

    /** Starts a process that runs the main method of that class. */
    static Process launch(Class<?> main, String... jvmOptions) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Otherwise a machine without memory would neither work nor end.
        command.add("-XX:+ExitOnOutOfMemoryError");
        command.add("-ea:dev.tenon...");
        command.addAll(List.of(jvmOptions));
        command.addAll(List.of("-cp", classPath(), main.getName()));
        Process process = new ProcessBuilder(command).start();
        Thread errors = new Thread(() -> show(process), "child-errors");
        errors.setDaemon(true);
        errors.start();
        return process;
    }

    /**
     * Copied and not inherited: a child that outlives the tests must not keep the pipe open that Maven reads to its
     * end.
     */
    private static void show(Process process) {
        try (InputStream errors = process.getErrorStream()) {
            errors.transferTo(System.err);
        } catch (IOException e) {
            System.err.println("child: " + e);
        }
    }

    private static String classPath() {
        String fromSurefire = System.getProperty("surefire.test.class.path");
        return fromSurefire == null ? System.getProperty("java.class.path") : fromSurefire + File.pathSeparator;
    }

    /** Serves until the input ends. */
    public static void main(String[] args) throws InterruptedException {
        Limits limits = Limits.DEFAULT.toBuilder()
                .requestsPerSession(Integer.getInteger(IN_FLIGHT, Limits.DEFAULT.requestsPerSession()))
                .queue(new Limits.QueueLimits(256, 1 << 20, Duration.ofSeconds(2)))
                .build();
        LoadServer.with(limits).build().serveStdio();
    }

    /** Sets the receiver of further messages; by default they are queued for {@link #next}. */
    void listen(Consumer<Json> listener) {
        ear = listener;
    }

    void send(String message) {
        channel.send(message.getBytes(UTF_8));
    }

    Json next() throws InterruptedException {
        Json message = recorder.poll(30, TimeUnit.SECONDS);
        if (message == null) {
            throw new AssertionError("Nothing came from the child");
        }
        return message;
    }

    Json ask(String message) throws InterruptedException {
        send(message);
        return next();
    }

    Process process() {
        return process;
    }

    @Override
    public void close() throws InterruptedException {
        channel.close();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("The child did not end after its input");
        }
    }

    private final class Ears implements DuplexChannel.MessageReceiver {
        @Override
        public void onMessage(byte[] message) {
            ear.accept(Json.parse(new String(message, UTF_8)));
        }

        @Override
        public void onOversizedMessage() {
            throw new AssertionError("too large");
        }

        @Override
        public void onClosed() {}
    }
}
