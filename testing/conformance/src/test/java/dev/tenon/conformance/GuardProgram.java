package dev.tenon.conformance;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.Guard;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.schema.KnownToolPolicy;
import dev.tenon.guard.policy.schema.SchemaPolicy;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A guard on standard input and output in its own process. Arguments: the URL of a server, {@code --strict} and a URL,
 * or the command that starts a server.
 */
final class GuardProgram {
    /** A marker in its command line. */
    static final String MARKER = "guard-program";

    private GuardProgram() {}

    /** Returns a guard that validates arguments and results against the schemas of the tools. */
    static Guard guard(ServerTarget target) {
        PolicyChain policies = new PolicyChain(
                List.of(
                        new PolicyChain.PolicyEntry(new KnownToolPolicy(), EnforcementMode.ENFORCE),
                        new PolicyChain.PolicyEntry(new SchemaPolicy(100), EnforcementMode.ENFORCE)),
                FindingListener.NONE);
        return Guard.builder(target).policies(policies).build();
    }

    /** Starts the process with a small heap; its standard error goes to this file. */
    static Process start(Path errors, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-ea:dev.tenon...",
                "-Dmark=" + MARKER,
                "-Xmx64m",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-Dorg.slf4j.simpleLogger.showLogName=false",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                GuardProgram.class.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectError(new File(errors.toString()))
                .start();
    }

    /** Serves until standard input ends. */
    public static void main(String[] arguments) throws InterruptedException, IOException {
        if (arguments[0].equals("--strict")) {
            try (StrictGuard guard =
                    StrictGuard.create(URI.create(arguments[1]), Files.createTempDirectory("strict-stdio"))) {
                guard.server().serveStdio();
            }
            return;
        }
        ServerTarget target =
                arguments.length == 1 ? ServerTarget.http(URI.create(arguments[0])) : ServerTarget.command(arguments);
        try (Guard guard = guard(target)) {
            guard.server().serveStdio();
        }
    }
}
