package dev.tenon.server.feature;

import dev.tenon.model.Annotations;
import dev.tenon.model.Caching;
import org.jspecify.annotations.Nullable;

/**
 * What the descriptions of resources and of families of resources have in common.
 *
 * @param <B> the builder itself
 */
public abstract sealed class AbstractResourceBuilder<B extends AbstractResourceBuilder<B>>
        extends AbstractFeatureBuilder<B> permits ResourceBuilder, ResourceTemplateBuilder {
    Caching caching = Caching.NONE;
    String name;

    @Nullable String mimeType;

    @Nullable Annotations annotations;

    AbstractResourceBuilder(String name) {
        this.name = name;
    }

    /** A name for programs; the uri or the template when it is left out. */
    public B name(String name) {
        this.name = name;
        return self();
    }

    /** What kind of content it has; a resource that is read without a type of its own gets this one. */
    public B mimeType(String mimeType) {
        this.mimeType = mimeType;
        return self();
    }

    /** Whom it is for, how much it matters, when it changed. */
    public B annotations(Annotations annotations) {
        this.annotations = annotations;
        return self();
    }

    /** For how long, and by whom, what was read may be kept; by default not at all. */
    public B caching(Caching caching) {
        this.caching = caching;
        return self();
    }
}
