package dev.tenon.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.json.Json;
import dev.tenon.server.Limits;
import dev.tenon.transport.Channel;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.StdioChannel;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A server in a process of its own, to talk to over its standard input and output. */
public final class Child implements AutoCloseable {
    private static final ChannelLimits PATIENT = new ChannelLimits(4 << 20, 256, 1 << 20, Duration.ofSeconds(60));

    private final Process process;
    private final Channel channel;
    private final BlockingQueue<Json> heard = new LinkedBlockingQueue<>();
    private volatile Consumer<Json> ear = heard::add;

    private Child(Process process) {
        this.process = process;
        this.channel = new StdioChannel(process.getInputStream(), process.getOutputStream(), PATIENT);
    }

    /** Starts one; its standard error is the test's. */
    static Child start(String... jvmOptions) throws IOException {
        Child child = new Child(launch(jvmOptions));
        child.channel.open(child.new Ears());
        return child;
    }

    /** Starts one that nobody listens to. */
    static Process launch(String... jvmOptions) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(jvmOptions));
        command.addAll(List.of("-cp", classPath(), Child.class.getName()));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String classPath() {
        String fromSurefire = System.getProperty("surefire.test.class.path");
        return fromSurefire == null ? System.getProperty("java.class.path") : fromSurefire + File.pathSeparator;
    }

    /** Serves until the input ends. */
    public static void main(String[] args) throws InterruptedException {
        Limits limits = Limits.DEFAULT
                .change()
                .requestsPerSession(400)
                .queue(new Limits.Queue(256, 1 << 20, Duration.ofSeconds(2)))
                .build();
        LoadServer.with(limits).build().serveStdio();
    }

    /** Who hears what comes from now on; by default it is kept for {@link #next}. */
    void listen(Consumer<Json> listener) {
        ear = listener;
    }

    void send(String message) {
        channel.send(message.getBytes(UTF_8));
    }

    Json next() throws InterruptedException {
        Json message = heard.poll(30, TimeUnit.SECONDS);
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

    private final class Ears implements Channel.Receiver {
        @Override
        public void message(byte[] message) {
            ear.accept(Json.parse(new String(message, UTF_8)));
        }

        @Override
        public void tooLarge() {
            throw new AssertionError("too large");
        }

        @Override
        public void closed() {}
    }
}
