package dev.tenon.guard.config;

import java.time.Duration;
import java.util.Optional;

/**
 * A server behind the guard.
 *
 * @param name its name in the configuration, the lock and the audit
 * @param target how it is reached
 * @param prefix what the guard puts in front of the names of its tools and prompts; empty for nothing
 * @param path the path at which it stands alone; empty when it is behind the common endpoint
 * @param timeout how long the guard waits for an answer
 * @param policies what may pass to and from it
 */
public record UpstreamConfig(
        String name,
        UpstreamTarget target,
        String prefix,
        Optional<String> path,
        Duration timeout,
        PolicySettings policies) {}
