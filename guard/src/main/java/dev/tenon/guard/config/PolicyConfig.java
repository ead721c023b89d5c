package dev.tenon.guard.config;

import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.GuardPolicy;
import dev.tenon.guard.policy.PolicyChain;
import java.util.function.Function;

/**
 * The settings of a policy, and its mode.
 *
 * @param mode how strictly the policy is applied
 * @param settings its settings
 */
public record PolicyConfig<T>(EnforcementMode mode, T settings) {
    /** Returns a chain entry with the policy that the factory creates from these settings. */
    PolicyChain.PolicyEntry toChainEntry(Function<T, GuardPolicy> factory) {
        return new PolicyChain.PolicyEntry(factory.apply(settings), mode);
    }
}
