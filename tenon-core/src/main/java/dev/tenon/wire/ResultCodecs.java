package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.model.CacheableResult;
import dev.tenon.model.Caching;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.CompleteResult;
import dev.tenon.model.Completion;
import dev.tenon.model.ElicitAction;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.EmptyResult;
import dev.tenon.model.GetPromptResult;
import dev.tenon.model.ListPromptsResult;
import dev.tenon.model.ListResourceTemplatesResult;
import dev.tenon.model.ListResourcesResult;
import dev.tenon.model.ListRootsResult;
import dev.tenon.model.ListToolsResult;
import dev.tenon.model.ListenResult;
import dev.tenon.model.Meta;
import dev.tenon.model.PromptMessage;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.Role;
import dev.tenon.model.Root;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Results of requests. Their {@code _meta} is written by the wire, and so is how they may be cached. */
final class ResultCodecs {
    static final Codec<EmptyResult> EMPTY = new SimpleCodec<>((out, it) -> {}, in -> new EmptyResult(in.meta()));

    static final Codec<ListenResult> LISTEN = new SimpleCodec<>((out, it) -> {}, in -> new ListenResult(in.meta()));

    private static final Codec<Completion> COMPLETION = new SimpleCodec<>(
            (out, it) -> {
                Write.texts(out, "values", it.values());
                out.field("total", it.total()).field("hasMore", it.hasMore());
            },
            in -> new Completion(in.texts("values"), in.wholeOrNull("total"), in.flagOrNull("hasMore")));

    static final Codec<CompleteResult> COMPLETE = new SimpleCodec<>(
            (out, it) -> Write.one(out, "completion", it.completion(), COMPLETION),
            in -> new CompleteResult(in.one("completion", COMPLETION::read), in.meta()));

    /** Content beside another action than accept is passed over: it means nothing. */
    static final Codec<ElicitResult> ELICIT = new SimpleCodec<>(
            (out, it) -> {
                out.field("action", it.action().wireName());
                out.field("content", it.content().members().isEmpty() ? null : it.content());
            },
            in -> {
                ElicitAction action = in.choice("action", ElicitAction.values(), ElicitAction::wireName);
                Json content = action == ElicitAction.ACCEPT ? in.objectOrNull("content") : null;
                return new ElicitResult(action, content == null ? Json.EMPTY_OBJECT : content, in.meta());
            });

    private ResultCodecs() {}

    static Codec<CallToolResult> callTool(Elements of) {
        boolean any = of.revision.hasAnyStructuredContent();
        return new SimpleCodec<>(
                (out, it) -> {
                    Write.list(out, "content", it.content(), of.content);
                    Write.structured(out, it.structuredContent(), of.revision);
                    Write.ifTrue(out, "isError", it.isError());
                },
                in -> new CallToolResult(
                        in.list("content", of.content::read),
                        any ? in.anyOrNull("structuredContent") : in.objectOrNull("structuredContent"),
                        in.flag("isError"),
                        in.meta()));
    }

    static Codec<ReadResourceResult> readResource(Elements of) {
        return new SimpleCodec<>(
                (out, it) -> Write.list(out, "contents", it.contents(), of.content.resourceContents),
                in -> new ReadResourceResult(
                        in.list("contents", of.content.resourceContents::read), CommonMembers.caching(in), in.meta()));
    }

    static Codec<GetPromptResult> getPrompt(Elements of) {
        Codec<PromptMessage> message = new SimpleCodec<>(
                (out, it) -> {
                    out.field("role", it.role().wireName());
                    Write.one(out, "content", it.content(), of.content);
                },
                in -> new PromptMessage(
                        in.choice("role", Role.values(), Role::wireName), in.one("content", of.content::read)));
        return new SimpleCodec<>(
                (out, it) -> {
                    out.field("description", it.description());
                    Write.list(out, "messages", it.messages(), message);
                },
                in -> new GetPromptResult(in.list("messages", message::read), in.textOrNull("description"), in.meta()));
    }

    static Codec<ListRootsResult> listRoots(Elements of) {
        Codec<Root> root = new SimpleCodec<>(
                (out, it) -> {
                    out.field("uri", it.uri()).field("name", it.name());
                    of.common.meta(out, it.meta());
                },
                in -> new Root(in.text("uri"), in.textOrNull("name"), in.meta()));
        return new SimpleCodec<>(
                (out, it) -> Write.list(out, "roots", it.roots(), root),
                in -> new ListRootsResult(in.list("roots", root::read), in.meta()));
    }

    static Codec<ListToolsResult> tools(Elements of) {
        return page("tools", of.tool, ListToolsResult::tools, ListToolsResult::nextCursor, ListToolsResult::new);
    }

    static Codec<ListResourcesResult> resources(Elements of) {
        return page(
                "resources",
                of.resource,
                ListResourcesResult::resources,
                ListResourcesResult::nextCursor,
                ListResourcesResult::new);
    }

    static Codec<ListResourceTemplatesResult> resourceTemplates(Elements of) {
        return page(
                "resourceTemplates",
                of.resourceTemplate,
                ListResourceTemplatesResult::resourceTemplates,
                ListResourceTemplatesResult::nextCursor,
                ListResourceTemplatesResult::new);
    }

    static Codec<ListPromptsResult> prompts(Elements of) {
        return page(
                "prompts",
                of.prompt,
                ListPromptsResult::prompts,
                ListPromptsResult::nextCursor,
                ListPromptsResult::new);
    }

    /** A page of a list: the four lists are alike but for the name of their one member. */
    private static <T, R extends CacheableResult> Codec<R> page(
            String member,
            Codec<T> element,
            Function<R, List<T>> elements,
            Function<R, @Nullable String> nextCursor,
            PageMaker<T, R> maker) {
        return new SimpleCodec<>(
                (out, page) -> {
                    Write.list(out, member, elements.apply(page), element);
                    out.field("nextCursor", nextCursor.apply(page));
                },
                in -> maker.make(
                        in.list(member, element::read),
                        in.textOrNull("nextCursor"),
                        CommonMembers.caching(in),
                        in.meta()));
    }

    private interface PageMaker<T, R> {
        R make(List<T> elements, @Nullable String nextCursor, Caching caching, Meta meta);
    }
}
