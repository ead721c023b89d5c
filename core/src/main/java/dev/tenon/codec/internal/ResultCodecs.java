package dev.tenon.codec.internal;

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

/** Reads and writes the results of requests. {@code ProtocolCodec} writes their {@code _meta} and caching members. */
final class ResultCodecs {
    static final JsonObjectCodec<EmptyResult> EMPTY =
            new FunctionalCodec<>((out, it) -> {}, in -> new EmptyResult(in.meta()));

    static final JsonObjectCodec<ListenResult> LISTEN =
            new FunctionalCodec<>((out, it) -> {}, in -> new ListenResult(in.meta()));

    private static final JsonObjectCodec<Completion> COMPLETION = new FunctionalCodec<>(
            (out, it) -> {
                MemberWriter.writeStrings(out, "values", it.values());
                out.field("total", it.total()).field("hasMore", it.hasMore());
            },
            in -> new Completion(in.strings("values"), in.integerOrNull("total"), in.booleanOrNull("hasMore")));

    static final JsonObjectCodec<CompleteResult> COMPLETE = new FunctionalCodec<>(
            (out, it) -> MemberWriter.writeIfPresent(out, "completion", it.completion(), COMPLETION),
            in -> new CompleteResult(in.decode("completion", COMPLETION::read), in.meta()));

    /** Content is ignored unless the action is accept. */
    static final JsonObjectCodec<ElicitResult> ELICIT = new FunctionalCodec<>(
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

    static JsonObjectCodec<CallToolResult> callTool(ElementCodecs of) {
        boolean any = of.revision.hasAnyStructuredContent();
        return new FunctionalCodec<>(
                (out, it) -> {
                    MemberWriter.writeList(out, "content", it.content(), of.content);
                    MemberWriter.writeStructuredContent(out, it.structuredContent(), of.revision);
                    MemberWriter.writeIfTrue(out, "isError", it.isError());
                },
                in -> new CallToolResult(
                        in.decodeList("content", of.content::read),
                        any ? in.valueOrNull("structuredContent") : in.objectOrNull("structuredContent"),
                        in.booleanOrFalse("isError"),
                        in.meta()));
    }

    static JsonObjectCodec<ReadResourceResult> readResource(ElementCodecs of) {
        return new FunctionalCodec<>(
                (out, it) -> MemberWriter.writeList(out, "contents", it.contents(), of.content.resourceContents),
                in -> new ReadResourceResult(
                        in.decodeList("contents", of.content.resourceContents::read),
                        CommonMemberCodec.caching(in),
                        in.meta()));
    }

    static JsonObjectCodec<GetPromptResult> getPrompt(ElementCodecs of) {
        JsonObjectCodec<PromptMessage> message = new FunctionalCodec<>(
                (out, it) -> {
                    out.field("role", it.role().wireName());
                    MemberWriter.writeIfPresent(out, "content", it.content(), of.content);
                },
                in -> new PromptMessage(
                        in.choice("role", Role.values(), Role::wireName), in.decode("content", of.content::read)));
        return new FunctionalCodec<>(
                (out, it) -> {
                    out.field("description", it.description());
                    MemberWriter.writeList(out, "messages", it.messages(), message);
                },
                in -> new GetPromptResult(
                        in.decodeList("messages", message::read), in.stringOrNull("description"), in.meta()));
    }

    static JsonObjectCodec<ListRootsResult> listRoots(ElementCodecs of) {
        JsonObjectCodec<Root> root = new FunctionalCodec<>(
                (out, it) -> {
                    out.field("uri", it.uri()).field("name", it.name());
                    of.common.writeMeta(out, it.meta());
                },
                in -> new Root(in.string("uri"), in.stringOrNull("name"), in.meta()));
        return new FunctionalCodec<>(
                (out, it) -> MemberWriter.writeList(out, "roots", it.roots(), root),
                in -> new ListRootsResult(in.decodeList("roots", root::read), in.meta()));
    }

    static JsonObjectCodec<ListToolsResult> listTools(ElementCodecs of) {
        return listResult("tools", of.tool, ListToolsResult::tools, ListToolsResult::nextCursor, ListToolsResult::new);
    }

    static JsonObjectCodec<ListResourcesResult> listResources(ElementCodecs of) {
        return listResult(
                "resources",
                of.resource,
                ListResourcesResult::resources,
                ListResourcesResult::nextCursor,
                ListResourcesResult::new);
    }

    static JsonObjectCodec<ListResourceTemplatesResult> listResourceTemplates(ElementCodecs of) {
        return listResult(
                "resourceTemplates",
                of.resourceTemplate,
                ListResourceTemplatesResult::resourceTemplates,
                ListResourceTemplatesResult::nextCursor,
                ListResourceTemplatesResult::new);
    }

    static JsonObjectCodec<ListPromptsResult> listPrompts(ElementCodecs of) {
        return listResult(
                "prompts",
                of.prompt,
                ListPromptsResult::prompts,
                ListPromptsResult::nextCursor,
                ListPromptsResult::new);
    }

    /** Creates the codec of one page of a list. The four lists differ only in the name of their member. */
    private static <T, R extends CacheableResult> JsonObjectCodec<R> listResult(
            String member,
            JsonObjectCodec<T> element,
            Function<R, List<T>> elements,
            Function<R, @Nullable String> nextCursor,
            PageFactory<T, R> factory) {
        return new FunctionalCodec<>(
                (out, page) -> {
                    MemberWriter.writeList(out, member, elements.apply(page), element);
                    out.field("nextCursor", nextCursor.apply(page));
                },
                in -> factory.create(
                        in.decodeList(member, element::read),
                        in.stringOrNull("nextCursor"),
                        CommonMemberCodec.caching(in),
                        in.meta()));
    }

    private interface PageFactory<T, R> {
        R create(List<T> elements, @Nullable String nextCursor, Caching caching, Meta meta);
    }
}
