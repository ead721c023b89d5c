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

    /** Returns the target of the server, which writes a line to that file for each run. */
    static CommandTarget target(Path diary) {
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
                diary.toString()));
    }

    public static void main(String[] args) throws InterruptedException {
        Path diary = Path.of(args[0]);
        McpServer server = McpServer.builder("mortal", "1")
                .tool("die")
                .handler((in, call) -> die(diary))
                .tool("die_once")
                .annotations(ToolAnnotations.NONE.withIdempotentHint(true))
                .handler((in, call) -> Files.exists(diary) ? "survived" : die(diary))
                .tool("die_unmarked")
                .handler((in, call) -> Files.exists(diary) ? "survived" : die(diary))
                .tool("process")
                .handler((in, call) -> Long.toString(ProcessHandle.current().pid()))
                .resource("mortal://life")
                .name("life")
                .handler((request, call) -> "short")
                .build();
        server.addTool("touch").handler((in, call) -> {
            server.notifyResourceUpdated("mortal://life");
            return "touched";
        });
        server.serveStdio();
    }

    private static String die(Path diary) throws IOException {
        Files.writeString(diary, "died\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        System.err.println("I die");
        Runtime.getRuntime().halt(7);
        return "never";
    }
}
