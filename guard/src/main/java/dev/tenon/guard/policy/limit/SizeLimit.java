package dev.tenon.guard.policy.limit;

import dev.tenon.guard.policy.Glob;

/**
 * Limits the size of arguments and results of tools.
 *
 * @param tools the tools to which the limit applies
 * @param maxArgumentBytes the maximum size of the arguments of a call, in bytes of JSON
 * @param maxResultBytes the maximum size of the result of a call, in bytes of JSON
 */
public record SizeLimit(Glob tools, int maxArgumentBytes, int maxResultBytes) {
    public SizeLimit {
        if (maxArgumentBytes < 1 || maxResultBytes < 1) {
            throw new IllegalArgumentException("Every size must be at least 1 byte");
        }
    }
}
