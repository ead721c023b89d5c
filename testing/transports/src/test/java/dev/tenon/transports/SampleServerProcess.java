package dev.tenon.transports;

import dev.tenon.testkit.SampleServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Starts a sample server in its own process with a small heap. */
final class SampleServerProcess {
    private SampleServerProcess() {}

    /** Starts the process and redirects its standard error to a file. */
    static Process start(Path stderr) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        try {
            return new ProcessBuilder(
                            java, "-Xmx64m", "-XX:TieredStopAtLevel=1", "-cp", classPath, SampleServer.class.getName())
                    .redirectError(stderr.toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
