package dev.tenon.server.feature;

import dev.tenon.model.Icon;
import dev.tenon.model.Meta;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The properties that tools, resources, resource templates and prompts have in common.
 *
 * @param <B> the type of the builder itself
 */
public abstract sealed class AbstractFeatureBuilder<B extends AbstractFeatureBuilder<B>>
        permits ToolBuilder, AbstractResourceBuilder, PromptBuilder {
    final List<Icon> icons = new ArrayList<>();

    @Nullable String title;

    @Nullable String description;

    Meta meta = Meta.EMPTY;
    Set<String> scopes = Set.of();

    AbstractFeatureBuilder() {}

    @SuppressWarnings("unchecked") // each builder passes its own type as B
    final B self() {
        return (B) this;
    }

    /** Sets the display name. */
    public B title(String title) {
        this.title = title;
        return self();
    }

    /** Sets the description for the model: what it does and when to use it. */
    public B description(String description) {
        this.description = description;
        return self();
    }

    /** Adds an icon; can be called several times. */
    public B icon(Icon icon) {
        icons.add(icon);
        return self();
    }

    /** Sets the {@code _meta} of the definition. */
    public B meta(Meta meta) {
        this.meta = meta;
        return self();
    }

    /**
     * Sets the scopes that an authenticated caller needs, all of them. Without them, the definition is not listed for
     * this caller, and its use is rejected. Without authentication, for example on standard input or in memory, scopes
     * are not checked. Default: none.
     *
     * @throws IllegalArgumentException if a scope is invalid (RFC 6749, section 3.3) or is {@code offline_access}
     */
    public B scopes(String... needed) {
        List.of(needed).forEach(AbstractFeatureBuilder::validateScope);
        scopes = Set.copyOf(List.of(needed));
        return self();
    }

    private static void validateScope(String scope) {
        if (scope.isEmpty() || !scope.chars().allMatch(c -> c > 0x20 && c < 0x7f && c != '"' && c != '\\')) {
            throw new IllegalArgumentException(
                    "Invalid scope; use visible ASCII without space, quote and backslash: \"" + scope + "\"");
        }
        if (scope.equals("offline_access")) {
            throw new IllegalArgumentException(
                    "offline_access requests a refresh token and grants no permission here: remove it");
        }
    }
}
