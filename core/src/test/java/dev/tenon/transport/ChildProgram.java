package dev.tenon.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A program that tests start as a child process, to exchange messages over real pipes. */
public final class ChildProgram {
    private ChildProgram() {}

    /** Starts the program with a heap of 32 MiB and its standard error redirected to the given file. */
    static Process start(String role, Path stderr) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        java,
                        "-Xmx32m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath(),
                        ChildProgram.class.getName(),
                        role)
                .redirectError(stderr.toFile())
                .start();
    }

    private static String classPath() {
        String fromSurefire = System.getProperty("surefire.test.class.path");
        return fromSurefire == null ? System.getProperty("java.class.path") : fromSurefire + File.pathSeparator;
    }

    /** Runs the role named by the first argument. */
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "echo" -> echo();
            case "never-read" -> Thread.sleep(60_000);
            case "close-input" -> System.in.close();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    /** Echoes each message while writing other text to System.out. */
    private static void echo() throws InterruptedException {
        StandardStreams streams = StandardStreams.claim();
        System.out.println("chatter before");
        DuplexChannel channel = new StdioChannel(streams.in(), streams.out(), ChannelLimits.DEFAULT);
        CountDownLatch closed = new CountDownLatch(1);
        channel.open(new DuplexChannel.MessageReceiver() {
            @Override
            public void onMessage(byte[] message) {
                System.out.println("chatter between");
                channel.enqueueEvenIfFull(message);
            }

            @Override
            public void onOversizedMessage() {
                channel.enqueueEvenIfFull("\"too large\"".getBytes(UTF_8));
            }

            @Override
            public void onClosed() {
                closed.countDown();
            }
        });
        closed.await();
        channel.send("\"goodbye\"".getBytes(UTF_8));
        channel.close();
    }
}
