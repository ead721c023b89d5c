package dev.tenon.server.feature;

import dev.tenon.model.Icon;
import dev.tenon.model.Meta;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the descriptions of tools, resources, families of resources and prompts have in common.
 *
 * @param <B> the builder itself
 */
public abstract sealed class AbstractFeatureBuilder<B extends AbstractFeatureBuilder<B>>
        permits ToolBuilder, AbstractResourceBuilder, PromptBuilder {
    final List<Icon> icons = new ArrayList<>();

    @Nullable String title;

    @Nullable String description;

    Meta meta = Meta.EMPTY;
    Set<String> scopes = Set.of();

    AbstractFeatureBuilder() {}

    @SuppressWarnings("unchecked") // each builder names itself
    final B self() {
        return (B) this;
    }

    /** A name for people. */
    public B title(String title) {
        this.title = title;
        return self();
    }

    /** What it is or does and when to use it, for the model. */
    public B description(String description) {
        this.description = description;
        return self();
    }

    /** A picture for it; may be called several times. */
    public B icon(Icon icon) {
        icons.add(icon);
        return self();
    }

    /** The {@code _meta} of what is described. */
    public B meta(Meta meta) {
        this.meta = meta;
        return self();
    }

    /**
     * What a caller needs who was authenticated: all of these scopes. Without them it is not listed for that caller,
     * and refused. Without authentication, as on standard input or in memory, nothing is checked.
     *
     * @throws IllegalArgumentException when one of them is no scope
     */
    public B scopes(String... needed) {
        scopes = ScopeValidator.validate(needed);
        return self();
    }
}
