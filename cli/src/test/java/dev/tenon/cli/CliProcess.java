package dev.tenon.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.condition.OS;

/** The command as a real process, with its three streams. */
final class CliProcess implements AutoCloseable {
    /** Keeps the tests away from the tokens of the user. */
    private static final Path TOKEN_FILE =
            Path.of("target", "no-tokens", "tokens.json").toAbsolutePath();

    private static final Duration TIMEOUT = Duration.ofSeconds(120);

    private final Process process;
    private final BlockingQueue<String> out = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> err = new LinkedBlockingQueue<>();
    private final List<String> errorLines = new ArrayList<>();
    private final List<Thread> readers;

    private CliProcess(List<String> command) {
        this(command, Map.of());
    }

    private CliProcess(List<String> command, Map<String, String> environment) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command);
            // The tests must not depend on the terminal of the user.
            builder.environment().keySet().removeAll(List.of("COLUMNS", "NO_COLOR"));
            builder.environment().put("TENON_TOKENS", TOKEN_FILE.toString());
            builder.environment().put("TENON_APPROVALS", newApprovalsFile().toString());
            builder.environment().putAll(environment);
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        readers = List.of(startReader(process.getInputStream(), out), startReader(process.getErrorStream(), err));
    }

    /** Returns a new file without approvals. */
    private static Path newApprovalsFile() {
        return Path.of("target", "approvals", UUID.randomUUID() + ".json").toAbsolutePath();
    }

    /** Starts the command from the classes under test. */
    static CliProcess start(String... args) {
        return startWithJvmOptions(List.of(), args);
    }

    /** Like {@link #start}, but reacts to SIGINT, which programs that a shell starts in the background ignore. */
    static CliProcess startInterruptible(String... args) {
        List<String> command = new ArrayList<>();
        if (OS.LINUX.isCurrentOs()) {
            command.addAll(List.of("env", "--default-signal=INT"));
        }
        command.addAll(javaCommand(Main.class, List.of(), args));
        return new CliProcess(command);
    }

    /** Like {@link #start}, with options for the JVM. */
    static CliProcess startWithJvmOptions(List<String> options, String... args) {
        return new CliProcess(javaCommand(Main.class, options, args));
    }

    /** Like {@link #start}, with environment variables. */
    static CliProcess startWithEnvironment(Map<String, String> environment, String... args) {
        return new CliProcess(javaCommand(Main.class, List.of(), args), environment);
    }

    /** Returns the command that starts a program from the classes under test. */
    static List<String> javaCommand(Class<?> main, List<String> options, String... args) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of(
                "-ea:dev.tenon...", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath(), main.getName()));
        command.addAll(List.of(args));
        return command;
    }

    /** Starts the command from the module path. */
    static CliProcess startFromModulePath(String... args) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-ea:dev.tenon...",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--module-path",
                classPath(),
                "--module",
                "dev.tenon.cli/" + Main.class.getName()));
        command.addAll(List.of(args));
        return new CliProcess(command);
    }

    /** Starts any command. */
    static CliProcess startCommand(List<String> command) {
        return new CliProcess(command);
    }

    static String classPath() {
        String surefireClassPath = System.getProperty("surefire.test.class.path");
        return surefireClassPath == null
                ? System.getProperty("java.class.path")
                : surefireClassPath + File.pathSeparator;
    }

    private static Thread startReader(InputStream stream, BlockingQueue<String> lines) {
        Thread thread = new Thread(() -> {
            try (BufferedReader in = new BufferedReader(new InputStreamReader(stream, UTF_8))) {
                in.lines().forEach(lines::add);
            } catch (IOException | UncheckedIOException e) {
                lines.add("(the stream broke: " + e.getMessage() + ")");
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    void send(String line) throws IOException {
        send((line + "\n").getBytes(UTF_8));
    }

    void send(byte[] bytes) throws IOException {
        process.getOutputStream().write(bytes);
        process.getOutputStream().flush();
    }

    void closeInput() throws IOException {
        process.getOutputStream().close();
    }

    /** Returns the next line of standard output. */
    String readLine() throws InterruptedException {
        return takeLine(out);
    }

    /** Returns the next line of standard output that contains this text. */
    String readLineContaining(String text) throws InterruptedException {
        String line = readLine();
        while (!line.contains(text)) {
            line = readLine();
        }
        return line;
    }

    private String takeLine(BlockingQueue<String> lines) throws InterruptedException {
        String line = lines.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("No further line. Standard error: " + errorOutput());
        }
        return line;
    }

    /** Waits for the exit and returns the remaining lines of standard output. */
    List<String> readRemainingLines() throws InterruptedException {
        waitFor();
        return List.copyOf(out);
    }

    /** Returns standard error so far, without the warnings that the HTTP library prints on a busy machine. */
    String errorOutput() {
        err.drainTo(errorLines);
        return errorLines.stream()
                .filter(line -> !line.contains("BlockedThreadChecker"))
                .collect(Collectors.joining("\n"));
    }

    /** Terminates the process with SIGTERM. */
    void terminate() {
        // Process.destroy() would also close the streams.
        process.toHandle().destroy();
    }

    /** Kills the process with SIGKILL. */
    void kill() {
        process.toHandle().destroyForcibly();
    }

    /** Interrupts the process with SIGINT, like Ctrl-C. */
    void interrupt() throws IOException, InterruptedException {
        assert new ProcessBuilder("kill", "-INT", String.valueOf(process.pid()))
                        .inheritIO()
                        .start()
                        .waitFor()
                == 0;
    }

    /** Returns the child processes. */
    List<ProcessHandle> children() {
        return process.children().toList();
    }

    /** Waits for the exit and returns the exit code. */
    int waitFor() throws InterruptedException {
        if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("The process does not exit. Standard error: " + errorOutput());
        }
        for (Thread reader : readers) {
            reader.join(TIMEOUT.toMillis());
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
