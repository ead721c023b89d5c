package dev.tenon.server.feature;

import dev.tenon.model.Annotations;
import dev.tenon.model.Caching;
import org.jspecify.annotations.Nullable;

/**
 * The properties that resources and resource templates have in common.
 *
 * @param <B> the type of the builder itself
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

    /** Sets the programmatic name. Default: the URI or the template. */
    public B name(String name) {
        this.name = name;
        return self();
    }

    /** Sets the MIME type; it is also the type of read contents that have none of their own. */
    public B mimeType(String mimeType) {
        this.mimeType = mimeType;
        return self();
    }

    /** Sets the annotations: audience, priority and time of the last modification. */
    public B annotations(Annotations annotations) {
        this.annotations = annotations;
        return self();
    }

    /** Sets how long, and by which caches, read contents may be cached. Default: not at all. */
    public B caching(Caching caching) {
        this.caching = caching;
        return self();
    }
}
