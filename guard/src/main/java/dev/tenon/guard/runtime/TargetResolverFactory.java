package dev.tenon.guard.runtime;

import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.command.LaunchSpec;
import dev.tenon.guard.config.UpstreamConfig;
import dev.tenon.guard.config.UpstreamTarget;
import dev.tenon.guard.credential.GuardCredentials;
import dev.tenon.guard.credential.TargetResolver;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Creates the target resolvers of configured upstream servers.
 *
 * @param droppedLineCount counts dropped lines of the standard error of processes
 */
record TargetResolverFactory(GuardCredentials credentials, GuardEnvironment environment, LongAdder droppedLineCount) {
    TargetResolverFactory(GuardCredentials credentials, GuardEnvironment environment) {
        this(credentials, environment, new LongAdder());
    }

    /**
     * Creates the target resolver of an upstream without connecting or starting it.
     *
     * @throws dev.tenon.guard.command.CommandRefusedException if a command is not approved
     * @throws dev.tenon.guard.command.SandboxMissingException if a command requires a sandbox that is not available
     */
    TargetResolver create(UpstreamConfig upstream) {
        return upstream.target() instanceof UpstreamTarget.ProcessTarget process
                ? TargetResolver.fixed(createAuthorizedCommandTarget(upstream.name(), process))
                : createRemoteResolver(upstream, (UpstreamTarget.NetworkTarget) upstream.target());
    }

    private CommandTarget createAuthorizedCommandTarget(String upstream, UpstreamTarget.ProcessTarget process) {
        Path directory = process.directory();
        LaunchSpec launchSpec = new LaunchSpec(
                process.command(), directory, process.variables(), process.inheritedVariables(), process.sandbox());
        CommandTarget target = CommandTarget.of(
                        environment.launchPolicy().authorize(launchSpec, process.pidNamespace()))
                .withDirectory(directory.equals(UpstreamTarget.ProcessTarget.CURRENT_DIRECTORY) ? null : directory);
        for (String name : process.inheritedVariables()) {
            String value = environment.environment().get(name);
            target = value == null ? target : target.withEnvironmentVariable(name, value);
        }
        for (Map.Entry<String, String> variable : process.variables().entrySet()) {
            target = target.withEnvironmentVariable(variable.getKey(), variable.getValue());
        }
        long maxBytes = process.stderrBytes();
        StderrLog log = new StderrLog(
                upstream, target.environment(), maxBytes, environment.stderrSink(), droppedLineCount, System::nanoTime);
        return target.withStderrListener(log).withStderrRedaction(log::redactAndEscape);
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
