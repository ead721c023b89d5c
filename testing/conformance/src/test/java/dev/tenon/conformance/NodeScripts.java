package dev.tenon.conformance;

import dev.tenon.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs the scripts in {@code conformance/clients} with Node and its packages, which {@code conformance/install}
 * installs.
 */
final class NodeScripts {
    private static final Path MODULE = Path.of("").toAbsolutePath();
    /** Held while packages are installed: test classes run concurrently and share one folder. */
    private static final ReentrantLock INSTALLING = new ReentrantLock();

    private final String node;

    private NodeScripts(String node) {
        this.node = node;
    }

    /**
     * Finds Node and installs the packages that the scripts need.
     *
     * @throws MissingException with the reason, if they are not available
     */
    static NodeScripts find() throws MissingException, IOException, InterruptedException {
        if (!onPath("npm")) {
            throw new MissingException("Node is not installed: npm is not on the PATH");
        }
        INSTALLING.lock();
        try {
            Output install = run(List.of(MODULE.resolve("install").toString()), 300);
            if (install.code() != 0) {
                throw new MissingException("conformance/install failed: " + install.stderr());
            }
            return new NodeScripts(install.stdout().strip());
        } finally {
            INSTALLING.unlock();
        }
    }

    /** Node or its packages are not available on this machine. */
    static final class MissingException extends Exception {
        private static final long serialVersionUID = 1L;

        MissingException(String reason) {
            super(reason);
        }
    }

    /** Runs a client script and returns the line of JSON that it prints. */
    Json runScript(String script, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(node, MODULE.resolve("clients").resolve(script).toString()));
        command.addAll(arguments);
        Output output = run(command, 90);
        if (output.stdout().isBlank()) {
            throw new AssertionError(script + " printed no verdict. On stderr: " + output.stderr());
        }
        return Json.parse(output.stdout().strip());
    }

    /** Returns the command that runs a file below {@code conformance} with Node. */
    List<String> command(String file, String... arguments) {
        List<String> command =
                new ArrayList<>(List.of(node, MODULE.resolve(file).toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    private record Output(int code, String stdout, String stderr) {}

    private static Output run(List<String> command, long seconds) throws IOException, InterruptedException {
        Path stdout = Files.createTempFile("tenon-node", ".out");
        Path stderr = Files.createTempFile("tenon-node", ".err");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(stdout.toFile())
                    .redirectError(stderr.toFile())
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
            return new Output(process.exitValue(), read(stdout), read(stderr));
        } finally {
            Files.delete(stdout);
            Files.delete(stderr);
        }
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }

    private static boolean onPath(String program) {
        String path = System.getenv().getOrDefault("PATH", "");
        for (String directory : path.split(java.io.File.pathSeparator)) {
            if (Files.isExecutable(Path.of(directory, program))) {
                return true;
            }
        }
        return false;
    }
}
