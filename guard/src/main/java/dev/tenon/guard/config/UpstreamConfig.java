package dev.tenon.guard.config;

import java.time.Duration;
import java.util.Optional;

/**
 * The configuration of an upstream server.
 *
 * @param name its name in the configuration, the lock file and the audit log
 * @param target how the guard reaches it
 * @param prefix the prefix that the guard adds to the names of its tools and prompts; empty for none
 * @param path the path of an endpoint for this server only; empty if it is part of the common endpoint
 * @param timeout how long the guard waits for a response
 * @param policies the policies for its messages
 */
public record UpstreamConfig(
        String name,
        UpstreamTarget target,
        String prefix,
        Optional<String> path,
        Duration timeout,
        PolicySettings policies) {}
