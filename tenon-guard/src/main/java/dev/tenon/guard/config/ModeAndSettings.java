package dev.tenon.guard.config;

import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.GuardPolicy;
import dev.tenon.guard.policy.PolicyChain;
import java.util.function.Function;

/** The settings of a policy, and how seriously it is taken. */
public record ModeAndSettings<T>(EnforcementMode mode, T settings) {
    /** The policy of these settings at its post. */
    PolicyChain.PolicyEntry toEntry(Function<T, GuardPolicy> made) {
        return new PolicyChain.PolicyEntry(made.apply(settings), mode);
    }
}
