package dev.tenon.guard.internal.forwarder;

import dev.tenon.client.ClientLimits;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.credential.TargetResolver;
import dev.tenon.model.Implementation;

/**
 * What does not change while an upstream server is in use.
 *
 * @param name the name of the upstream in policies, reports and logs
 * @param resolver resolves the target for each caller
 * @param self the implementation that the guard reports if the upstream does not identify itself
 * @param clientLimits the limits of each connection
 * @param limits the limits of the guard's own state
 */
public record UpstreamSettings(
        String name, TargetResolver resolver, Implementation self, ClientLimits clientLimits, GuardLimits limits) {}
