package dev.tenon.guard;

import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.model.Revision;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Programs of the tests, started as processes. */
final class Programs {
    private Programs() {}

    /** A server with these revisions on standard input and output. */
    static List<String> server(Revision... revisions) {
        return java(Server.class, Stream.of(revisions).map(Revision::wireName).toList());
    }

    /** A guard on standard input and output for such a server. */
    static CommandTarget guard(List<String> server) {
        return CommandTarget.of(java(Guarding.class, server));
    }

    private static List<String> java(Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-ea:dev.tenon...");
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-XX:+UseSerialGC");
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(main.getName());
        command.addAll(arguments);
        return command;
    }

    /** The program of the server. */
    static final class Server {
        private Server() {}

        public static void main(String[] arguments) throws InterruptedException {
            Revision[] revisions = Stream.of(arguments)
                    .map(name -> Revision.of(name).orElseThrow())
                    .toArray(Revision[]::new);
            new TestServer(revisions).server.serveStdio();
        }
    }

    /** The program of the guard. */
    static final class Guarding {
        private Guarding() {}

        public static void main(String[] arguments) throws InterruptedException {
            try (Guard guard = Guard.builder(ServerTarget.command(arguments)).build()) {
                guard.server().serveStdio();
            }
        }
    }
}
