package dev.tenon.guard.runtime;

import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.command.LaunchSpec;
import dev.tenon.guard.config.UpstreamConfig;
import dev.tenon.guard.config.UpstreamTarget;
import dev.tenon.guard.credential.GuardCredentials;
import dev.tenon.guard.credential.TargetResolver;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * The ways to the servers of a configuration.
 *
 * @param droppedLineCount counts the lines of the standard error of programs that are left out
 */
record TargetResolverFactory(GuardCredentials credentials, GuardEnvironment environment, LongAdder droppedLineCount) {
    TargetResolverFactory(GuardCredentials keyring, GuardEnvironment around) {
        this(keyring, around, new LongAdder());
    }

    /**
     * The way to a server. Nothing is connected or started yet.
     *
     * @throws dev.tenon.guard.command.CommandRefusedException when it is a program that nobody approves
     * @throws dev.tenon.guard.command.SandboxMissingException when it cannot have the walls that it must have
     */
    TargetResolver create(UpstreamConfig upstream) {
        return upstream.target() instanceof UpstreamTarget.ProcessTarget program
                ? TargetResolver.fixed(createCommandTarget(upstream.name(), program))
                : createRemoteResolver(upstream, (UpstreamTarget.NetworkTarget) upstream.target());
    }

    private CommandTarget createCommandTarget(String upstream, UpstreamTarget.ProcessTarget program) {
        LaunchSpec line = new LaunchSpec(
                program.command(), program.directory(), program.set(), program.inherit(), program.sandbox());
        CommandTarget target = CommandTarget.of(environment.launchPolicy().authorize(line, program.pidNamespace()))
                .withDirectory(
                        program.directory().equals(UpstreamTarget.ProcessTarget.CURRENT_DIRECTORY)
                                ? null
                                : program.directory());
        for (String name : program.inherit()) {
            String value = environment.environment().get(name);
            target = value == null ? target : target.withEnvironmentVariable(name, value);
        }
        for (Map.Entry<String, String> variable : program.set().entrySet()) {
            target = target.withEnvironmentVariable(variable.getKey(), variable.getValue());
        }
        StderrLog log = new StderrLog(
                upstream,
                target.environment(),
                program.stderrBytes(),
                environment.stderrSink(),
                droppedLineCount,
                System::nanoTime);
        return target.withStderrListener(log).withStderrRedaction(log::redact);
    }

    /** Returns how many lines of the standard error of programs were left out. */
    long droppedLines() {
        return droppedLineCount.sum();
    }

    private TargetResolver createRemoteResolver(UpstreamConfig upstream, UpstreamTarget.NetworkTarget remote) {
        String scheme = String.valueOf(remote.url().getScheme());
        HttpTarget target = scheme.startsWith("ws")
                ? ServerTarget.webSocket(remote.url())
                : remote.sse() ? ServerTarget.httpSse(remote.url()) : ServerTarget.http(remote.url());
        for (Map.Entry<String, String> header : remote.headers().entrySet()) {
            target = target.withHeader(header.getKey(), header.getValue());
        }
        return credentials.targetResolver(upstream.name(), target, remote.credentials());
    }
}
