package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.CacheableResult;
import dev.tenon.model.Caching;
import dev.tenon.model.ListPromptsResult;
import dev.tenon.model.ListResourceTemplatesResult;
import dev.tenon.model.ListResourcesResult;
import dev.tenon.model.ListToolsResult;
import dev.tenon.model.Meta;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A page of a list: the four lists are alike but for the name of their one member. */
final class PageCodec<T, R extends CacheableResult> implements Codec<R> {
    private final String member;
    private final Codec<T> element;
    private final Function<R, List<T>> elements;
    private final Function<R, @Nullable String> nextCursor;
    private final Maker<T, R> maker;

    private PageCodec(
            String member,
            Codec<T> element,
            Function<R, List<T>> elements,
            Function<R, @Nullable String> nextCursor,
            Maker<T, R> maker) {
        this.member = member;
        this.element = element;
        this.elements = elements;
        this.nextCursor = nextCursor;
        this.maker = maker;
    }

    static Codec<ListToolsResult> tools(Elements of) {
        return new PageCodec<>(
                "tools", of.tool, ListToolsResult::tools, ListToolsResult::nextCursor, ListToolsResult::new);
    }

    static Codec<ListResourcesResult> resources(Elements of) {
        return new PageCodec<>(
                "resources",
                of.resource,
                ListResourcesResult::resources,
                ListResourcesResult::nextCursor,
                ListResourcesResult::new);
    }

    static Codec<ListResourceTemplatesResult> resourceTemplates(Elements of) {
        return new PageCodec<>(
                "resourceTemplates",
                of.resourceTemplate,
                ListResourceTemplatesResult::resourceTemplates,
                ListResourceTemplatesResult::nextCursor,
                ListResourceTemplatesResult::new);
    }

    static Codec<ListPromptsResult> prompts(Elements of) {
        return new PageCodec<>(
                "prompts",
                of.prompt,
                ListPromptsResult::prompts,
                ListPromptsResult::nextCursor,
                ListPromptsResult::new);
    }

    @Override
    public void members(JsonWriter out, R page) {
        Write.list(out, member, elements.apply(page), element);
        out.field("nextCursor", nextCursor.apply(page));
    }

    @Override
    public R read(Fields in) {
        return maker.make(
                in.list(member, element::read), in.textOrNull("nextCursor"), CachingCodec.read(in), in.meta());
    }

    private interface Maker<T, R> {
        R make(List<T> elements, @Nullable String nextCursor, Caching caching, Meta meta);
    }
}
