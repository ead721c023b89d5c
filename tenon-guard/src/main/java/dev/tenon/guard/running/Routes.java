package dev.tenon.guard.running;

import dev.tenon.client.CommandTarget;
import dev.tenon.client.HttpTarget;
import dev.tenon.client.Target;
import dev.tenon.guard.command.CommandLine;
import dev.tenon.guard.config.Behind;
import dev.tenon.guard.config.Upstream;
import dev.tenon.guard.credentials.Keyring;
import dev.tenon.guard.credentials.Route;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * The ways to the servers of a configuration.
 *
 * @param leftOut counts the lines of the standard error of programs that are left out
 */
record Routes(Keyring keyring, Surroundings around, LongAdder leftOut) {
    Routes(Keyring keyring, Surroundings around) {
        this(keyring, around, new LongAdder());
    }

    /**
     * The way to a server. Nothing is connected or started yet.
     *
     * @throws dev.tenon.guard.command.CommandRefusedException when it is a program that nobody approves
     * @throws dev.tenon.guard.command.SandboxMissingException when it cannot have the walls that it must have
     */
    Route to(Upstream upstream) {
        return upstream.behind() instanceof Behind.Program program
                ? Route.to(program(upstream.name(), program))
                : remote(upstream, (Behind.Remote) upstream.behind());
    }

    private CommandTarget program(String upstream, Behind.Program program) {
        CommandLine line = new CommandLine(
                program.command(), program.directory(), program.set(), program.inherit(), program.sandbox());
        CommandTarget target = CommandTarget.of(around.launch().started(line, program.pidNamespace()))
                .withDirectory(program.directory().equals(Behind.Program.HERE) ? null : program.directory());
        for (String name : program.inherit()) {
            String value = around.environment().get(name);
            target = value == null ? target : target.withEnvironment(name, value);
        }
        for (Map.Entry<String, String> variable : program.set().entrySet()) {
            target = target.withEnvironment(variable.getKey(), variable.getValue());
        }
        StderrLog log = new StderrLog(
                upstream, target.environment(), program.stderrBytes(), around.errors(), leftOut, System::nanoTime);
        return target.withErrors(log).withRedaction(log::redacted);
    }

    /** Returns how many lines of the standard error of programs were left out. */
    long linesLeftOut() {
        return leftOut.sum();
    }

    private Route remote(Upstream upstream, Behind.Remote remote) {
        String scheme = String.valueOf(remote.url().getScheme());
        HttpTarget target = scheme.startsWith("ws")
                ? Target.webSocket(remote.url())
                : remote.sse() ? Target.httpSse(remote.url()) : Target.http(remote.url());
        for (Map.Entry<String, String> header : remote.headers().entrySet()) {
            target = target.withHeader(header.getKey(), header.getValue());
        }
        return keyring.route(upstream.name(), target, remote.credentials());
    }
}
