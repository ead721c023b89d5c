package dev.tenon.wire;

import dev.tenon.model.CompleteResult;
import dev.tenon.model.Completion;
import dev.tenon.model.EmptyResult;
import dev.tenon.model.GetPromptResult;
import dev.tenon.model.ListRootsResult;
import dev.tenon.model.ListenResult;
import dev.tenon.model.ReadResourceResult;

/** Results of a member or two. Their {@code _meta} is written by the wire. */
final class SimpleResults {
    static final Codec<EmptyResult> EMPTY = new SimpleCodec<>((out, it) -> {}, in -> new EmptyResult(in.meta()));

    static final Codec<ListenResult> LISTEN = new SimpleCodec<>((out, it) -> {}, in -> new ListenResult(in.meta()));

    static final Codec<CompleteResult> COMPLETE = new SimpleCodec<>(
            (out, it) -> {
                out.name("completion").object();
                Write.texts(out, "values", it.completion().values());
                out.field("total", it.completion().total());
                out.field("hasMore", it.completion().hasMore());
                out.endObject();
            },
            in -> new CompleteResult(in.one("completion", SimpleResults::completion), in.meta()));

    private SimpleResults() {}

    static Codec<ReadResourceResult> readResource(Elements of) {
        return new SimpleCodec<>(
                (out, it) -> Write.list(out, "contents", it.contents(), of.resourceContents),
                in -> new ReadResourceResult(
                        in.list("contents", of.resourceContents::read), CachingCodec.read(in), in.meta()));
    }

    static Codec<GetPromptResult> getPrompt(Elements of) {
        return new SimpleCodec<>(
                (out, it) -> {
                    out.field("description", it.description());
                    Write.list(out, "messages", it.messages(), of.promptMessage);
                },
                in -> new GetPromptResult(
                        in.list("messages", of.promptMessage::read), in.textOrNull("description"), in.meta()));
    }

    static Codec<ListRootsResult> listRoots(Elements of) {
        return new SimpleCodec<>(
                (out, it) -> Write.list(out, "roots", it.roots(), of.root),
                in -> new ListRootsResult(in.list("roots", of.root::read), in.meta()));
    }

    private static Completion completion(Fields in) {
        return new Completion(in.texts("values"), in.wholeOrNull("total"), in.flagOrNull("hasMore"));
    }
}
