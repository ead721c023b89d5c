package dev.tenon.client;

import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.model.ToolAnnotations;
import dev.tenon.server.McpServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A server in its own process that can be made to crash in the middle of a call. */
public final class CrashingServer {
    private CrashingServer() {}

    /** Returns the target of the server, which appends a line to the log for each crash. */
    static CommandTarget target(Path crashLog) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return CommandTarget.of(List.of(
                java,
                "-ea:dev.tenon...",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                CrashingServer.class.getName(),
                crashLog.toString()));
    }

    public static void main(String[] args) throws InterruptedException {
        Path crashLog = Path.of(args[0]);
        McpServer server = McpServer.builder("crashing", "1")
                .tool("crash")
                .handler((in, call) -> crash(crashLog))
                .tool("crash_once")
                .annotations(ToolAnnotations.NONE.withIdempotentHint(true))
                .handler((in, call) -> Files.exists(crashLog) ? "succeeded" : crash(crashLog))
                .tool("crash_once_not_idempotent")
                .handler((in, call) -> Files.exists(crashLog) ? "succeeded" : crash(crashLog))
                .tool("process")
                .handler((in, call) -> Long.toString(ProcessHandle.current().pid()))
                .resource("crashing://state")
                .name("state")
                .handler((request, call) -> "short")
                .build();
        server.addTool("touch").handler((in, call) -> {
            server.notifyResourceUpdated("crashing://state");
            return "touched";
        });
        server.serveStdio();
    }

    private static String crash(Path crashLog) throws IOException {
        Files.writeString(crashLog, "crashed\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        System.err.println("The server crashes");
        Runtime.getRuntime().halt(7);
        return "never";
    }
}
