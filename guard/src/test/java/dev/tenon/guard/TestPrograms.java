package dev.tenon.guard;

import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.model.Revision;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Programs that tests start as processes. */
final class TestPrograms {
    private TestPrograms() {}

    /** Returns the command of a server with these revisions on standard input and output. */
    static List<String> serverCommand(Revision... revisions) {
        return javaCommand(
                StdioServerProgram.class,
                Stream.of(revisions).map(Revision::wireName).toList());
    }

    /** Returns the command of a guard, on standard input and output, for the server that this command starts. */
    static CommandTarget guardTarget(List<String> server) {
        return CommandTarget.of(javaCommand(StdioGuardProgram.class, server));
    }

    private static List<String> javaCommand(Class<?> program, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-ea:dev.tenon...");
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-XX:+UseSerialGC");
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(program.getName());
        command.addAll(arguments);
        return command;
    }

    /** The program of the server. */
    static final class StdioServerProgram {
        private StdioServerProgram() {}

        public static void main(String[] arguments) throws InterruptedException {
            Revision[] revisions = Stream.of(arguments)
                    .map(name -> Revision.of(name).orElseThrow())
                    .toArray(Revision[]::new);
            new TestServer(revisions).server.serveStdio();
        }
    }

    /** The program of the guard. */
    static final class StdioGuardProgram {
        private StdioGuardProgram() {}

        public static void main(String[] arguments) throws InterruptedException {
            try (Guard guard = Guard.builder(ServerTarget.command(arguments)).build()) {
                guard.server().serveStdio();
            }
        }
    }
}
