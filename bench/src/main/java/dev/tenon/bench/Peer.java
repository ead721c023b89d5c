package dev.tenon.bench;

import dev.tenon.bench.load.Calls;
import dev.tenon.client.CommandTarget;
import dev.tenon.client.McpClient;
import dev.tenon.client.Target;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A server to call, through a guard or not, with all the processes that belong to it. */
final class Peer implements AutoCloseable {
    private static final Map<String, String> ARGUMENTS = Map.of("text", "What does the guard cost?");

    private final List<Process> started;
    private final McpClient client;

    private Peer(List<Process> started, Target target) {
        this.started = started;
        this.client = McpClient.named("bench", "1").connect(target);
    }

    /** The demo on standard input and output. */
    static Peer stdio(List<String> command) {
        return new Peer(List.of(), CommandTarget.of(command).withErrors(line -> {}));
    }

    /** The first of these commands serves HTTP, and each of the others guards the one before. */
    static Peer http(List<List<String>> commands) {
        List<Process> started = new ArrayList<>();
        String url = "";
        for (List<String> command : commands) {
            String before = url;
            List<String> words = command.stream()
                    .map(word -> word.equals("URL") ? before : word)
                    .toList();
            try {
                Process process = new ProcessBuilder(words)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                started.add(process);
                url = url(process);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return new Peer(started, Target.http(url));
    }

    private static String url(Process process) throws IOException {
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            int at = line.indexOf("http://");
            if (at >= 0) {
                return line.substring(at).split("\\s", 2)[0];
            }
        }
        throw new IllegalStateException("It does not say where it serves");
    }

    /** Calls it so many times, one after the other. */
    void call(int times, Calls into) {
        for (int i = 0; i < times; i++) {
            long begin = System.nanoTime();
            if (client.callTool("echo", ARGUMENTS).isError()) {
                throw new IllegalStateException("A call has failed");
            }
            into.add(System.nanoTime() - begin);
        }
    }

    /** The processor time that its processes have used up to now. */
    Duration processorTime() {
        Stream<ProcessHandle> all = started.isEmpty()
                ? ProcessHandle.current().descendants()
                : started.stream().map(Process::toHandle);
        return all.flatMap(process -> process.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    @Override
    public void close() {
        client.close();
        started.forEach(Process::destroy);
    }
}
