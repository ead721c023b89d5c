package dev.tenon.guard.config;

import dev.tenon.guard.content.CustomSecretFormat;
import dev.tenon.guard.content.HiddenTextPolicy;
import dev.tenon.guard.content.PromptInjectionPolicy;
import dev.tenon.guard.content.SecretDetector;
import dev.tenon.guard.content.SecretRedactionPolicy;
import dev.tenon.guard.pin.NewToolMode;
import dev.tenon.guard.pin.PinPolicy;
import dev.tenon.guard.pin.PinStore;
import dev.tenon.guard.policy.FeatureKind;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.ProtocolStrictness;
import dev.tenon.guard.policy.access.AccessEntry;
import dev.tenon.guard.policy.access.AccessPolicy;
import dev.tenon.guard.policy.argument.ArgumentPolicy;
import dev.tenon.guard.policy.argument.ArgumentRule;
import dev.tenon.guard.policy.limit.RateLimit;
import dev.tenon.guard.policy.limit.RateLimitPolicy;
import dev.tenon.guard.policy.limit.SizeLimit;
import dev.tenon.guard.policy.limit.SizeLimitPolicy;
import dev.tenon.guard.policy.schema.KnownToolPolicy;
import dev.tenon.guard.policy.schema.SchemaPolicy;
import java.util.List;

/**
 * The configured policies of an upstream server.
 *
 * @param strictness how strictly the form of messages is checked
 * @param tools which tools callers may use
 * @param resources which resources callers may use
 * @param prompts which prompts callers may use
 * @param pins whether definitions of tools must be those that were approved
 * @param rates how often tools may be called
 * @param sizes how large arguments and results may be
 * @param arguments rules for arguments
 * @param schemas whether arguments and results are validated against the schemas of the tools
 * @param hiddenText whether invisible characters are removed
 * @param promptInjection whether text that instructs the model is detected
 * @param secrets which secrets are redacted
 */
public record PolicySettings(
        ProtocolStrictness strictness,
        PolicyConfig<AccessSettings> tools,
        PolicyConfig<AccessSettings> resources,
        PolicyConfig<AccessSettings> prompts,
        PolicyConfig<NewToolMode> pins,
        PolicyConfig<List<RateLimit>> rates,
        PolicyConfig<List<SizeLimit>> sizes,
        PolicyConfig<List<ArgumentRule>> arguments,
        PolicyConfig<Boolean> schemas,
        PolicyConfig<Boolean> hiddenText,
        PolicyConfig<Boolean> promptInjection,
        PolicyConfig<SecretSettings> secrets) {
    private static final int MAX_SCHEMAS = 2_000;
    private static final int MAX_RATE_COUNTERS = 10_000;

    /**
     * The allow and deny lists of an access policy.
     *
     * @param allow the allowed features; an empty list allows nothing
     * @param deny the denied features, even if they are also allowed
     */
    public record AccessSettings(List<AccessEntry> allow, List<AccessEntry> deny) {
        /** Allows everything. */
        public static final AccessSettings ALL = new AccessSettings(List.of(AccessEntry.ofPattern("*")), List.of());

        public AccessSettings {
            allow = List.copyOf(allow);
            deny = List.copyOf(deny);
        }

        private AccessPolicy toPolicy(FeatureKind kind) {
            return new AccessPolicy(kind, allow, deny);
        }
    }

    /**
     * The settings for the redaction of secrets.
     *
     * @param customFormats formats in addition to the common ones
     * @param includeRequests whether params of requests to the server are redacted too
     */
    public record SecretSettings(List<CustomSecretFormat> customFormats, boolean includeRequests) {
        public SecretSettings {
            customFormats = List.copyOf(customFormats);
        }
    }

    /**
     * Creates the policies in the order of their evaluation: access control first, changes of texts last, and schemas
     * before the latter, so that they apply to what the server sent.
     *
     * @param pinStore the approved definitions of tools
     * @param listener receives every finding
     */
    public PolicyChain createChain(PinStore pinStore, FindingListener listener) {
        List<PolicyChain.PolicyEntry> entries = List.of(
                tools.toChainEntry(access -> access.toPolicy(FeatureKind.TOOL)),
                resources.toChainEntry(access -> access.toPolicy(FeatureKind.RESOURCE)),
                prompts.toChainEntry(access -> access.toPolicy(FeatureKind.PROMPT)),
                pins.toChainEntry(unused -> new PinPolicy(pinStore)),
                schemas.toChainEntry(unused -> new KnownToolPolicy()),
                rates.toChainEntry(list -> new RateLimitPolicy(list, MAX_RATE_COUNTERS)),
                sizes.toChainEntry(SizeLimitPolicy::new),
                arguments.toChainEntry(ArgumentPolicy::new),
                schemas.toChainEntry(unused -> new SchemaPolicy(MAX_SCHEMAS)),
                hiddenText.toChainEntry(unused -> new HiddenTextPolicy()),
                promptInjection.toChainEntry(unused -> new PromptInjectionPolicy()),
                secrets.toChainEntry(redaction -> new SecretRedactionPolicy(
                        new SecretDetector(redaction.customFormats()), redaction.includeRequests())));
        return new PolicyChain(entries, listener).withStrictness(strictness);
    }
}
